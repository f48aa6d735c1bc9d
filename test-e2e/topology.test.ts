/**
 * The topology of deploy/compose.yaml, as processes: three members of etcd, three replicas, TLS between all of
 * them, and the load balancer with its own configuration. Clients know the balancer alone.
 */
import { access, readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { parse } from 'yaml';

import { hasBalancer } from './support/balancer.ts';
import { eventually } from './support/eventually.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import { hasPrometheus, runPromtool } from './support/prometheus.ts';
import { memberNames, replicaNames, startTopology } from './support/topology.ts';
import type { Topology } from './support/topology.ts';

const deploy = join(import.meta.dirname, '../deploy');
// Skipped where Debian's package of HAProxy could not be downloaded.
const withBalancer = hasBalancer ? describe : describe.skip;

const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/configmaps`;

let topology: Topology;

/** The status of one request over a connection of its own. Rejects if that is refused or cut. */
function askOnce(port: number, asked: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: asked, agent: false, rejectUnauthorized: false, timeout: 20_000 };
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end();
  });
}

beforeAll(async () => {
  if (hasBalancer) topology = await startTopology();
}, 300_000);

afterAll(async () => {
  if (hasBalancer) await topology.close();
});

function openClient(): { readonly api: CoreV1Api; readonly config: KubeConfig } {
  const config = new KubeConfig();
  config.loadFromFile(topology.kubeconfig('admin'));
  return { config, api: config.makeApiClient(CoreV1Api) };
}

/** Creates objects one after the other, each again until it is acknowledged. */
async function write(api: CoreV1Api, name: string, signal: AbortSignal): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; !signal.aborted; count += 1) {
    const own = `${name}-${String(count)}`;
    await eventually(async () => {
      try {
        await api.createNamespacedConfigMap({ namespace, body: { metadata: { name: own } } });
      } catch (error) {
        // An earlier attempt was stored, though its answer was lost.
        if ((error as { readonly code?: number }).code !== 409) throw error;
      }
    });
    acknowledged.push(own);
    await delay(5);
  }
  return acknowledged;
}

function follow({ api, config }: ReturnType<typeof openClient>) {
  const seen: string[] = [];
  let isOver = false;
  const informer = makeInformer<V1ConfigMap>(config, path, () => api.listNamespacedConfigMap({ namespace }));
  const startAgain = (): void => {
    if (isOver) return;
    informer.start().catch(() => delay(100).then(startAgain));
  };
  informer.on('add', ({ metadata }: V1ConfigMap) => void seen.push(metadata?.name ?? ''));
  informer.on('error', startAgain);
  startAgain();
  const stop = (): Promise<void> => {
    isOver = true;
    return informer.stop();
  };
  return { seen, stop };
}

withBalancer('three replicas over three members behind a balancer', () => {
  it('are one server for kubectl', async () => {
    const kubeconfig = topology.kubeconfig('admin');
    for (const kubectl of findKubectls()) {
      const session = openSession(kubectl, kubeconfig, topology.folder);
      const name = `by-kubectl-${kubectl.version.replaceAll(/\W/g, '-')}`;
      await session.run(['create', 'configmap', name]);
      const { out } = await session.run(['get', 'configmaps', '-o', 'name']);
      expect(out).toContain(`configmap/${name}`);
    }
  });

  it('lose no acknowledged write and no event when any one of them is killed', async () => {
    const client = openClient();
    const following = follow(client);
    const writing = new AbortController();
    const writers = ['a', 'b', 'c', 'd'].map((name) => write(client.api, `made-${name}`, writing.signal));
    for (const service of [...replicaNames, ...memberNames]) {
      await delay(300);
      await topology.processOf(service).kill();
      await delay(700);
      topology.processOf(service).start();
      for (const replica of replicaNames) await topology.untilReady(replica);
    }
    await topology.balancer.kill();
    topology.balancer.start();
    await topology.untilReady('balancer');
    writing.abort();
    const acknowledged = (await Promise.all(writers)).flat().sort();
    expect(acknowledged.length).toBeGreaterThan(100);
    const stored = await client.api.listNamespacedConfigMap({ namespace });
    const names = stored.items.flatMap(({ metadata }) => (metadata?.name?.startsWith('made-') ? [metadata.name] : []));
    expect(names.sort()).toEqual(acknowledged);
    // Every object is seen, and none twice.
    await eventually(() => {
      expect(following.seen.filter((name) => name.startsWith('made-')).sort()).toEqual(acknowledged);
    });
    await following.stop();
  }, 300_000);

  it('refuse no request while one of them is stopped and started again', async () => {
    const port = topology.portOf('balancer');
    const answers: unknown[] = [];
    const asking = new AbortController();
    const clients = Array.from({ length: 4 }, async () => {
      while (!asking.signal.aborted) {
        answers.push(await askOnce(port, '/version').catch((error: unknown) => String(error)));
      }
    });
    expect(await topology.processOf('keelson-2').stop()).toBe(0);
    topology.processOf('keelson-2').start();
    await topology.untilReady('keelson-2');
    asking.abort();
    await Promise.all(clients);
    expect(answers.length).toBeGreaterThan(50);
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
    expect(answers[0]).toEqual(expect.any(Number));
  });

  it('end with a balancer that does not wait for watches', async () => {
    const client = openClient();
    const following = follow(client);
    await eventually(() => expect(following.seen).not.toEqual([]));
    // Never, were it left to the client: the watch goes on.
    await topology.balancer.stop();
    await following.stop();
  });
});

interface ServiceDefinition {
  readonly image: string;
  readonly user: string;
  readonly read_only: boolean;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

interface Mounted extends Pick<ServiceDefinition, 'volumes'> {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

describe('the composition', () => {
  it('names services, files and users that there are, and images by version', async () => {
    const text = await readFile(join(deploy, 'compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as { readonly services: Record<string, ServiceDefinition> };
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only, service.user]).toEqual([name, true, expect.stringContaining('KEELSON_USER')]);
      expect(service.image).toMatch(/^keelson:local$|^(quay|docker)\.io\/.+:v?\d/);
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      expect(needed.filter((each: string) => !Object.hasOwn(services, each))).toEqual([]);
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./')) await access(join(deploy, from));
      }
    }
  });

  it('gives keys of authorities to replicas alone, and to all others the files that they name', async () => {
    const text = await readFile(join(deploy, 'compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as { readonly services: Record<string, Mounted> };
    const scraping = await readFile(join(deploy, 'prometheus/prometheus.yaml'), 'utf8');
    for (const [name, { command = [], environment = {}, volumes = [] }] of Object.entries(services)) {
      if (name === 'pki' || name.startsWith('keelson-')) continue;
      const mounted = volumes.flatMap((volume) => /compose\/pki(.*):\/pki\1:ro$/.exec(volume)?.slice(1) ?? []);
      expect([name, mounted]).toEqual([
        name,
        volumes.filter((volume) => volume.includes('pki')).map(() => expect.any(String)),
      ]);
      expect([name, mounted.filter((file) => /^$|ca\.key$|sa\.key$|admin/.test(file))]).toEqual([name, []]);
      const said = [...command, ...Object.values(environment), name === 'prometheus' ? scraping : ''].join('\n');
      const named = [...said.matchAll(/\/pki(\/[\w./-]+)/g)].map(([, file]) => file);
      expect([name, [...new Set(named)].toSorted()]).toEqual([name, mounted.toSorted()]);
    }
  });

  (hasPrometheus ? it : it.skip)('has a configuration that Prometheus reads', async () => {
    const { code, said } = await runPromtool([
      'check',
      'config',
      '--syntax-only',
      join(deploy, 'prometheus/prometheus.yaml'),
    ]);
    expect([code, said]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
