/**
 * This server and a kube-apiserver (1.20) over one etcd at the same time: each reads, watches and changes what the other
 * wrote, and neither gives away an address or a port that the other has given.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';

import { findControllers, startControllers } from './support/controllers.ts';
import { eventually } from './support/eventually.ts';
import { findPeer, type Peer } from './support/kube-apiserver.ts';
import { collectionOf, objectOf, type ApiResource } from './support/minimal-objects.ts';
import type { Answer, Question, Started } from './support/serve.ts';
import { openSharedEtcd, storageMediaTypes, type SharedEtcd } from './support/shared-etcd.ts';

const exec = promisify(execFile);
const program = join(import.meta.dirname, '..', 'bin', 'keelson');

interface Server {
  ask(path: string, init?: Question): Promise<Answer>;
}

interface Meta {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface ApiObject {
  readonly metadata: Meta;
  readonly spec?: { readonly clusterIP?: string; readonly ports?: readonly { readonly nodePort?: number }[] };
}

const bin = findPeer();
const withPeer = bin === undefined ? describe.skip.each(storageMediaTypes) : describe.each(storageMediaTypes);

/** 1.20 does not know the versions in which 1.24 stores these. */
const storedLater = new Set(['cronjobs.batch', 'csistoragecapacities.storage.k8s.io']);
const networks = ['--service-cluster-ip-range=10.0.0.0/26', '--service-node-port-range=30000-30063'];

withPeer('beside a kube-apiserver over one etcd, values in %s (KEELSON_PEER names a folder with it)', (mediaType) => {
  let store: SharedEtcd;
  let peer: Peer;
  let server: Started;
  beforeAll(async () => {
    store = await openSharedEtcd(bin ?? '', networks, mediaType);
    ({ peer } = store);
    server = await store.start('--advertise-address=192.0.2.77');
  }, 200_000);
  afterAll(() => store.close());

  const parse = <T>({ status, body }: Answer): T => {
    if (status >= 300) throw new Error(`${status}: ${body}`);
    return JSON.parse(body) as T;
  };
  const send = async (to: Server, method: string, path: string, body?: object): Promise<Answer> =>
    to.ask(path, {
      method,
      ...(body !== undefined && { body }),
      headers: { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
    });

  /** The resources that both serve and store, in the versions of 1.20. */
  async function shared(): Promise<readonly ApiResource[]> {
    const found: ApiResource[] = [];
    const seen = new Set<string>();
    for (const resource of createApiScheme().resources()) {
      const { group, version, plural, storage, verbs } = resource;
      const name = `${plural}.${group}`;
      if (storage.kind !== 'stored' || storedLater.has(name) || seen.has(storage.prefix)) continue;
      if (!['create', 'patch', 'delete'].every((verb) => verbs.some((each) => each === verb))) continue;
      const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      const { status, body } = await peer.ask(root);
      if (status !== 200 || !body.includes(`"name":"${plural}"`)) continue;
      seen.add(storage.prefix);
      found.push(resource);
    }
    return found;
  }

  async function exchange(resource: ApiResource, [writer, reader]: readonly [Server, Server], name: string) {
    const collection = collectionOf(resource, 'default');
    const before = parse<ApiObject>(await reader.ask(`${collection}?limit=1`)).metadata.resourceVersion;
    const made = parse<ApiObject>(await send(writer, 'POST', collection, objectOf(resource, name, 'default')));
    const path = `${collection}/${made.metadata.name}`;
    await eventually(async () => {
      expect(parse<ApiObject>(await reader.ask(path)).metadata.uid).toBe(made.metadata.uid);
    });
    parse(await send(reader, 'PATCH', path, { metadata: { labels: { changed: 'there' } } }));
    await eventually(async () => {
      expect(parse<ApiObject>(await writer.ask(path)).metadata.labels).toMatchObject({ changed: 'there' });
    });
    const { status } = await send(reader, 'DELETE', `${path}?gracePeriodSeconds=0`);
    expect(status).toBeLessThan(300);
    return { collection, name: made.metadata.name, before };
  }

  it('each reads, changes, deletes and watches what the other wrote, of every kind that both serve', async () => {
    const kinds = await shared();
    expect(kinds.length).toBeGreaterThan(35);
    const failures: string[] = [];
    const check = async (resource: ApiResource, pair: readonly [Server, Server], name: string): Promise<void> => {
      const exchanged = await exchange(resource, pair, name);
      const { collection, before } = exchanged;
      const query = `watch=true&timeoutSeconds=1&resourceVersion=${before}&fieldSelector=metadata.name%3D${exchanged.name}`;
      const { body } = await pair[1].ask(`${collection}?${query}`);
      const types = body.split('\n').flatMap((line) => /^\{"type":"([A-Z]+)"/.exec(line)?.[1] ?? []);
      expect([types[0], types.includes('MODIFIED')]).toEqual(['ADDED', true]);
    };
    const left = kinds.flatMap((resource) => [
      { resource, pair: [server, peer] as const, name: 'both-1' },
      { resource, pair: [peer, server] as const, name: 'both-2' },
    ]);
    const work = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { resource, pair, name } = next;
        await check(resource, pair, name).catch((error: unknown) => {
          failures.push(`${resource.plural}.${resource.group} ${name}: ${String(error).slice(0, 300)}`);
        });
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(failures).toEqual([]);
  }, 400_000);

  it('this server gives what the other stored the defaults of fields that came later', async () => {
    const containers = [{ name: 'c', image: 'i' }];
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const spec = { template: { spec: { containers, restartPolicy: 'Never' } } };
    const made = parse<{ spec: object }>(await send(peer, 'POST', jobs, { metadata: { name: 'older' }, spec }));
    expect(Object.keys(made.spec)).not.toContain('completionMode');
    await eventually(async () => {
      const seen = parse<{ spec: object }>(await server.ask(`${jobs}/older`));
      expect(seen.spec).toMatchObject({ completionMode: 'NonIndexed', suspend: false });
    });
  });

  it('no address and no port is given twice, whichever server is asked', async () => {
    const path = '/api/v1/namespaces/default/services';
    const service = (name: string) => ({ metadata: { name }, spec: { type: 'NodePort', ports: [{ port: 80 }] } });
    const make = async (count: number, prefix: string) =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const { status, body } = await send(n % 2 ? peer : server, 'POST', path, service(`${prefix}${String(n)}`));
          if (status < 300) return JSON.parse(body) as ApiObject;
          expect(body).toContain('range is full');
          return undefined;
        }),
      );
    const given = async () => {
      const { items } = parse<{ items: readonly ApiObject[] }>(await server.ask(path));
      return items.flatMap(({ spec }) =>
        [spec?.clusterIP, spec?.ports?.[0]?.nodePort].filter((each) => each !== undefined),
      );
    };
    const first = await make(40, 'a');
    expect(first).not.toContain(undefined);
    // Half of them go, each through the server that has not made it, and the range is filled to its last address.
    await Promise.all(
      first.map(async (each, n) => {
        if (n % 4 < 2) await send(n % 2 ? server : peer, 'DELETE', `${path}/${each?.metadata.name ?? ''}`);
      }),
    );
    await make(60, 'b');
    const all = await given();
    expect(new Set(all).size).toBe(all.length);
    // 62 addresses, of which one is that of the API.
    await eventually(async () => {
      const { status } = await send(server, 'POST', path, {
        metadata: { generateName: 'c' },
        spec: { ports: [{ port: 80 }] },
      });
      expect(status).toBe(500);
    });
    expect((await given()).filter((each) => typeof each === 'string')).toHaveLength(62);
    expect((await send(peer, 'POST', path, service('over'))).body).toContain('range is full');
  }, 200_000);

  it('the endpoints of the API are those of both', async () => {
    await eventually(async () => {
      const { body } = await peer.ask('/api/v1/namespaces/default/endpoints/kubernetes');
      const { subsets } = JSON.parse(body) as { subsets: readonly { addresses: readonly { ip: string }[] }[] };
      const addresses = subsets.flatMap((subset) => subset.addresses.map(({ ip }) => ip));
      expect(addresses).toContain('192.0.2.77');
      expect(addresses.length).toBeGreaterThan(1);
    });
  }, 120_000);

  it('the controller manager of the one works on what is asked of the other', async () => {
    const programs = findControllers();
    if (programs === undefined) throw new Error('KEELSON_PEER names a folder with kube-apiserver alone');
    const controllers = await startControllers(programs, store.home);
    try {
      const labels = { app: 'both' };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      const spec = { replicas: 3, selector: { matchLabels: labels }, template };
      const path = '/apis/apps/v1/namespaces/default/deployments';
      parse(await send(peer, 'POST', path, { metadata: { name: 'both' }, spec }));
      const pods = '/api/v1/namespaces/default/pods?labelSelector=app%3Dboth';
      for (const each of [peer, server]) {
        await eventually(async () => {
          expect(controllers.ended()).toBeUndefined();
          expect(parse<{ items: unknown[] }>(await each.ask(pods)).items).toHaveLength(3);
        });
      }
      parse(await send(server, 'DELETE', `${path}/both?propagationPolicy=Background`));
      await eventually(async () => {
        expect(parse<{ items: unknown[] }>(await peer.ask(pods)).items).toEqual([]);
      });
    } finally {
      await controllers.stop();
    }
  }, 400_000);

  it('keelson adopt check understands all of it, and names the flags', async () => {
    const args = [program, 'adopt', 'check', '--etcd-servers', store.etcd.urls.join(','), '-o', 'json', '--quiet'];
    const { stdout } = await exec(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    expect(JSON.parse(stdout)).toMatchObject({
      isUnderstood: true,
      flags: expect.arrayContaining([
        ...networks,
        // JSON is the default.
        ...(mediaType === 'application/json' ? [] : [`--storage-media-type=${mediaType}`]),
      ]) as unknown,
    });
  }, 120_000);
});
