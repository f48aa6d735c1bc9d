/**
 * Values in the store that cannot be read: put there by others, damaged, or encrypted with
 * keys that were rolled out in the wrong order. Only their own resource is concerned, and
 * all is normal again once they are gone, repaired, or can be decrypted.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { openEmbedded, openEtcd } from '@keelson/storage';
import type { Storage } from '@keelson/storage';
import { startEtcd } from '@keelson/storage/etcd-cluster';
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

import { configMaps, counted, make, parse, secrets } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Answer, Home, Started } from './support/serve.ts';

const newHome = useHomes();
let etcd: EtcdCluster;
let prefixes = 0;
let home: Home;
let etcdFlags: readonly string[];
let raw: Storage;
const opened: Storage[] = [];

beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
});
beforeEach(async () => {
  home = await newHome();
  prefixes += 1;
  const prefix = `/registry${String(prefixes)}`;
  etcdFlags = [`--etcd-servers=${etcd.urls.join(',')}`, `--etcd-prefix=${prefix}`];
  raw = await openEtcd({ endpoints: etcd.urls, prefix });
  opened.push(raw);
});
afterAll(async () => {
  for (const storage of opened) await storage.close();
  await etcd.close();
});

interface Listed {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

const namesIn = (answer: Answer): string[] => parse<Listed>(answer).items.map(({ metadata }) => metadata.name);

/** A watch that is open until its time is up. */
async function watch(server: Started, path: string, seconds = 5): Promise<{ readonly came: Promise<string> }> {
  const { resourceVersion } = parse<Listed>(await server.ask(`${path}?limit=1`)).metadata;
  const query = `watch=1&timeoutSeconds=${String(seconds)}&resourceVersion=${resourceVersion}`;
  return { came: server.ask(`${path}?${query}`).then(({ body }) => body) };
}

async function overwrite(storage: Storage, key: string, value: string | Uint8Array): Promise<void> {
  const { entry } = await storage.get(key);
  const bytes = Buffer.from(value);
  const written =
    entry === undefined ? await storage.create(key, bytes) : await storage.update(key, bytes, entry.revision);
  expect(written.ok).toBe(true);
}

async function stop(server: Started): Promise<void> {
  server.process.kill('SIGTERM');
  await server.ended;
}

const garbage: readonly (readonly [string, string | Uint8Array])[] = [
  ['array', '[]'],
  ['text', 'no JSON'],
  ['null', 'null'],
  ['cut', '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"cut","namespace":"default"},"data":{"a":"b"}'],
  ['binary', Buffer.from([0, 1, 2, 0xff])],
  ['protobuf', Buffer.from('k8s\0\n\x0f\n\x02v1\x12\x09ConfigMap', 'latin1')],
  ['bare', '{"kind":"ConfigMap","apiVersion":"v1"}'],
  ['odd', '{"metadata":["odd"]}'],
  ['other', '{"metadata":{"name":"another","namespace":"default"}}'],
];
/** Of several resources, with and without namespaces, and of those that decide something. */
const folders: readonly (readonly [string, string])[] = [
  ['configmaps/default', configMaps],
  ['secrets/default', secrets],
  ['pods/default', '/api/v1/namespaces/default/pods'],
  ['storageclasses', '/apis/storage.k8s.io/v1/storageclasses'],
  ['clusterroles', '/apis/rbac.authorization.k8s.io/v1/clusterroles'],
  ['rolebindings/default', '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings'],
];
const services = '/api/v1/namespaces/default/services';

describe('a store into which somebody has put what is no object', () => {
  it('is served around that, which is named, counted, and deleted by name', async () => {
    let server = await home.start(...etcdFlags);
    const lasting = await watch(server, services, 8);
    for (const [folder] of folders) {
      for (const [name, value] of garbage) await overwrite(raw, `${raw.prefix}${folder}/${name}`, value);
    }
    await make(server, services, { metadata: { name: 'seen' }, spec: { ports: [{ port: 80 }] } });
    await make(server, configMaps, { metadata: { name: 'good' } });
    for (const [folder, path] of folders) {
      expect([folder, (await server.ask(path)).status]).toEqual([folder, 500]);
      for (const [name] of garbage) {
        const key = `${raw.prefix}${folder}/${name}`;
        const got = await server.ask(`${path}/${name}`);
        expect([key, got.status, parse<{ reason: string }>(got).reason]).toEqual([key, 500, 'InternalError']);
        expect(got.body).toContain(`unable to transform key \\"${key}\\"`);
      }
    }
    expect((await server.ask(`${configMaps}/good`)).status).toBe(200);
    const metric = 'keelson_storage_unreadable_objects{resource="configmaps"}';
    expect(await counted(server, metric)).toBe(garbage.length);
    expect((await server.ask('/readyz')).status).toBe(200);
    expect(await lasting.came).toContain('"name":"seen"');
    expect(server.printed().split('A stored value cannot be read').length - 1).toBe(10);

    await stop(server);
    server = await home.start(...etcdFlags);
    expect(await counted(server, metric)).toBe(garbage.length);
    for (const [folder, path] of folders) {
      for (const [name] of garbage) {
        const deleted = await server.ask(`${path}/${name}`, { method: 'DELETE' });
        expect([folder, name, deleted.status]).toEqual([folder, name, 200]);
        expect(deleted.headers['warning']).toContain('could not be read and was deleted');
      }
      expect([folder, (await server.ask(path)).status]).toEqual([folder, 200]);
    }
    expect(namesIn(await server.ask(configMaps))).toContain('good');
    expect(await counted(server, metric)).toBe(0);
    expect(server.printed()).not.toContain('={}');
  });

  it('is the same where the store is the embedded one', async () => {
    const path = join(home.folder, 'data', 'store');
    let server = await home.start();
    await make(server, configMaps, { metadata: { name: 'good' } });
    await stop(server);
    const storage = await openEmbedded({ path });
    for (const [name, value] of garbage) await overwrite(storage, `/registry/configmaps/default/${name}`, value);
    await storage.close();
    server = await home.start();
    expect((await server.ask(configMaps)).status).toBe(500);
    expect((await server.ask(`${configMaps}/good`)).status).toBe(200);
    expect((await server.ask(secrets)).status).toBe(200);
    for (const [name] of garbage) {
      expect((await server.ask(`${configMaps}/${name}`, { method: 'DELETE' })).status).toBe(200);
    }
    expect(namesIn(await server.ask(configMaps))).toContain('good');
  });

  it('lets a namespace end that has such a thing in it', async () => {
    const server = await home.start(...etcdFlags);
    await make(server, '/api/v1/namespaces', { metadata: { name: 'ends' } });
    for (const [name, value] of garbage) await overwrite(raw, `${raw.prefix}secrets/ends/${name}`, value);
    expect((await server.ask('/api/v1/namespaces/ends', { method: 'DELETE' })).status).toBe(200);
    await eventually(async () => {
      expect((await server.ask('/api/v1/namespaces/ends')).status).toBe(404);
    });
    expect((await raw.range(`${raw.prefix}secrets/ends/`)).entries).toEqual([]);
  });
});

describe('what decides something and cannot be read', () => {
  it('is not taken for absent by what depends on it, and keeps no server from being ready', async () => {
    let server = await home.start(...etcdFlags);
    await make(server, '/api/v1/namespaces', { metadata: { name: 'broken' } });
    await overwrite(raw, `${raw.prefix}limitranges/default/limits`, 'garbage');
    for (const key of ['namespaces/broken', 'clusterroles/view', 'priorityclasses/system-node-critical']) {
      await overwrite(raw, raw.prefix + key, 'garbage');
    }
    const pod = { metadata: { name: 'pod' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const post = (path: string, body: unknown) => server.ask(path, { method: 'POST', body });
    const pods = '/api/v1/namespaces/default/pods';
    const limited = await post(pods, pod);
    expect(limited).toMatchObject({ status: 500, body: expect.stringContaining('limitranges/default/limits') });
    const placed = await post('/api/v1/namespaces/broken/configmaps', { metadata: { name: 'a' } });
    expect(placed).toMatchObject({ status: 500, body: expect.stringContaining('namespaces/broken') });
    await make(server, configMaps, { metadata: { name: 'a' } });

    await stop(server);
    server = await home.start(...etcdFlags);
    expect(server.printed()).toContain('a default role or binding is left as it is');
    for (const path of [
      '/api/v1/namespaces/default/limitranges/limits',
      '/api/v1/namespaces/broken',
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/view',
    ]) {
      expect([path, (await server.ask(path, { method: 'DELETE' })).status]).toEqual([path, 200]);
    }
    await make(server, pods, pod);
    await eventually(async () => {
      expect((await server.ask('/api/v1/namespaces/broken')).status).toBe(404);
    });
  });
});

describe('encryption keys that were rolled out in the wrong order', () => {
  const secretOf = (name: string) => Buffer.alloc(32, name).toString('base64');

  async function configure(...names: readonly string[]): Promise<string> {
    const keys = names.map((name) => `{name: ${name}, secret: ${secretOf(name)}}`).join();
    const path = join(home.folder, `${names.join('-')}.yaml`);
    await writeFile(
      path,
      `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers: [{aesgcm: {keys: [${keys}]}}, {identity: {}}]
`,
    );
    return `--encryption-provider-config=${path}`;
  }

  it('concern the objects that cannot be decrypted, until they can', async () => {
    const [old, both, wrong] = [await configure('old'), await configure('new', 'old'), await configure('new')];
    let server = await home.start(...etcdFlags, old);
    const ahead = await (await newHome()).start(...etcdFlags, both);
    await make(server, secrets, { metadata: { name: 'first' } });
    const [others, concerned] = [await watch(server, configMaps, 6), await watch(server, secrets, 30)];
    await make(ahead, secrets, { metadata: { name: 'later' } });
    expect(await concerned.came).toContain(`unable to transform key \\"${raw.prefix}secrets/default/later\\"`);

    await make(server, secrets, { metadata: { name: 'mine' } });
    await make(server, configMaps, { metadata: { name: 'seen' } });
    expect((await server.ask(`${secrets}/first`)).status).toBe(200);
    const bad = await server.ask(`${secrets}/later`);
    expect(bad).toMatchObject({ status: 500, body: expect.stringContaining('no matching key was found') });
    expect(await server.ask(secrets)).toMatchObject({ status: 500, body: expect.stringContaining('/default/later') });
    expect((await server.ask('/readyz')).status).toBe(200);
    expect(await others.came).toContain('"name":"seen"');
    expect(namesIn(await ahead.ask(secrets))).toEqual(expect.arrayContaining(['first', 'later', 'mine']));

    await stop(server);
    server = await home.start(...etcdFlags, wrong);
    expect((await server.ask(`${secrets}/later`)).status).toBe(200);
    expect((await server.ask(`${secrets}/first`)).status).toBe(500);
    await make(server, secrets, { metadata: { name: 'more' } });
    expect((await server.ask(`${secrets}/first`, { method: 'DELETE' })).status).toBe(200);

    await stop(server);
    server = await home.start(...etcdFlags, both);
    expect(namesIn(await server.ask(secrets))).toEqual(expect.arrayContaining(['later', 'mine', 'more']));
    expect(namesIn(await server.ask(secrets))).not.toContain('first');
  });
});

describe('a store that kube-apiserver has filled', () => {
  /** A field of protobuf that holds bytes, by its number; all are short. */
  const field = (number: number, ...parts: (string | Buffer)[]): Buffer => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    return Buffer.concat([Buffer.from([(number << 3) | 2, body.length]), body]);
  };
  const value = (kind: string, raw: Buffer): Buffer =>
    Buffer.concat([Buffer.from('k8s\0'), field(1, field(1, 'v1'), field(2, kind)), field(2, raw), field(3), field(4)]);
  const names = (name: string, namespace: string): Buffer =>
    field(1, field(1, name), field(2), field(3, namespace), field(4), field(5, `uid-of-${name}`), field(6));
  const configMap = (name: string, text: string): Buffer =>
    value('ConfigMap', Buffer.concat([names(name, 'team'), field(2, field(1, 'k'), field(2, text))]));

  it('is served and written, but for the values that are damaged or of unknown kinds', async () => {
    await raw.create(`${raw.prefix}namespaces/team`, value('Namespace', names('team', '')));
    await raw.create(`${raw.prefix}configmaps/team/a`, configMap('a', 'one'));
    const server = await home.start(...etcdFlags);
    const path = '/api/v1/namespaces/team/configmaps';
    const seen = await watch(server, path, 3);
    await raw.create(`${raw.prefix}configmaps/team/b`, configMap('b', 'two'));
    await eventually(async () => expect((await server.ask(`${path}/b`)).status).toBe(200));
    expect(namesIn(await server.ask(`${path}?fieldSelector=metadata.name!=kube-root-ca.crt`))).toEqual(['a', 'b']);
    const patch = { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' } };
    const changed = await server.ask(`${path}/a`, { ...patch, body: { data: { more: 'three' } } });
    expect(parse<{ data: object }>(changed).data).toEqual({ k: 'one', more: 'three' });
    expect(parse<{ metadata: object }>(changed).metadata).toMatchObject({ uid: 'uid-of-a' });
    const { entry } = await raw.get(`${raw.prefix}configmaps/team/a`);
    expect(JSON.parse(Buffer.from(entry?.value as Uint8Array).toString())).toMatchObject({ data: { more: 'three' } });
    expect(await seen.came).toMatch(/"ADDED".*"name":"b"[^]*"MODIFIED".*"name":"a"/);

    await raw.create(`${raw.prefix}configmaps/team/cut`, configMap('cut', 'off').subarray(0, 45));
    await raw.create(`${raw.prefix}secrets/team/of-tomorrow`, value('Cypher', names('of-tomorrow', 'team')));
    await eventually(async () => expect((await server.ask(`${path}/cut`)).status).toBe(500));
    expect((await server.ask(`${path}/a`)).status).toBe(200);
    const unknown = await server.ask('/api/v1/namespaces/team/secrets/of-tomorrow');
    expect(unknown).toMatchObject({ status: 500, body: expect.stringContaining('no kind \\"Cypher\\" is registered') });
    expect(await counted(server, 'keelson_storage_unreadable_objects{resource="configmaps"}')).toBe(1);
    expect((await server.ask(`${path}/cut`, { method: 'DELETE' })).status).toBe(200);
    expect(namesIn(await server.ask(path))).toEqual(expect.arrayContaining(['a', 'b']));
  });
});

describe('a store into which somebody has put JSON by hand', () => {
  const pods = '/api/v1/namespaces/default/pods';
  const put = (key: string, value: object) => raw.create(raw.prefix + key, Buffer.from(JSON.stringify(value)));
  const pod = (name: string, rest: object = {}) => {
    const metadata = { name, namespace: 'default', uid: `uid-of-${name}` };
    return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'c', image: 'i' }] }, ...rest };
  };

  it('has the defaults that its author left out, whoever asks in whatever form', async () => {
    await put('pods/default/a', pod('a'));
    const server = await home.start(...etcdFlags);
    const complete = { spec: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' } };
    expect(JSON.parse((await server.ask(`${pods}/a`)).body)).toMatchObject(complete);
    const seen = await watch(server, pods, 2);
    await put('pods/default/b', pod('b'));
    const [event = ''] = (await seen.came).split('\n');
    expect(JSON.parse(event)).toMatchObject({ type: 'ADDED', object: complete });
  });

  it('shows services as of today, though a server of before 1.20 stored them', async () => {
    const services = '/api/v1/namespaces/default/services';
    const service = (name: string, clusterIP: string) => ({
      ...{ kind: 'Service', apiVersion: 'v1', metadata: { name, namespace: 'default', uid: `uid-of-${name}` } },
      spec: { ports: [{ port: 80 }], clusterIP, selector: { app: 'a' } },
    });
    await put('services/specs/default/a', service('a', '10.0.0.77'));
    const server = await home.start(...etcdFlags, '--service-cluster-ip-range=fd00::/112,10.0.0.0/24');
    const complete = { clusterIPs: ['10.0.0.77'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' };
    expect(JSON.parse((await server.ask(`${services}/a`)).body)).toMatchObject({ spec: complete });
    const seen = await watch(server, services, 2);
    await put('services/specs/default/b', service('b', 'None'));
    const [event = ''] = (await seen.came).split('\n');
    expect(JSON.parse(event)).toMatchObject({ object: { spec: { clusterIPs: ['None'], ipFamilies: ['IPv6'] } } });
    const listed = await server.ask(`${services}?fieldSelector=metadata.name=a`);
    expect(JSON.parse(listed.body)).toMatchObject({ items: [{ spec: complete }] });
    const patch = { method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' } };
    const changed = await server.ask(`${services}/a`, { ...patch, body: { metadata: { labels: { k: 'v' } } } });
    expect(JSON.parse(changed.body)).toMatchObject({ metadata: { labels: { k: 'v' } }, spec: complete });
  });

  it('names and counts what is no object of the kind, in lists of every form', async () => {
    const server = await home.start(...etcdFlags);
    const faulty: Readonly<Record<string, object>> = {
      typed: pod('typed', { spec: { containers: 'no' } }),
      newer: pod('newer', { apiVersion: 'v9' }),
      other: pod('other', { kind: 'ConfigMap' }),
    };
    for (const [name, value] of Object.entries(faulty)) {
      await put(`pods/default/${name}`, value);
      await eventually(async () => expect((await server.ask(`${pods}/${name}`)).status).toBe(500));
      for (const accept of ['', ';as=Table;v=v1;g=meta.k8s.io', ';as=PartialObjectMetadataList;v=v1;g=meta.k8s.io']) {
        const listed = await server.ask(pods, { headers: { Accept: `application/json${accept}` } });
        const body = expect.stringContaining(`unable to transform key \\"${raw.prefix}pods/default/${name}\\"`);
        expect({ accept, ...listed }).toMatchObject({ accept, status: 500, body });
      }
      expect(await counted(server, 'keelson_storage_unreadable_objects{resource="pods"}')).toBe(1);
      const deleted = await server.ask(`${pods}/${name}`, { method: 'DELETE' });
      expect(deleted.headers['warning']).toContain('could not be read and was deleted');
      await eventually(async () => expect((await server.ask(pods)).status).toBe(200));
    }
  });
});
