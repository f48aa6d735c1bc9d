/**
 * Three replicas behind the balancer are replaced one after the other under load, as by a rolling upgrade. Clients miss
 * nothing and are refused nothing. KEELSON_UPGRADE=long: 50 informers, and a limit on how slow requests become.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import type { V1ConfigMap } from '@kubernetes/client-node';

import { hasBalancer } from './support/balancer.ts';
import { eventually } from './support/eventually.ts';
import { replicaNames, startTopology } from './support/topology.ts';
import type { Topology } from './support/topology.ts';

const isLong = process.env['KEELSON_UPGRADE'] === 'long';
const informers = isLong ? 48 : 8;
const pythonClients = 2;
const perSecond = 100;
const connections = 16;
const quietMs = isLong ? 20_000 : 2_000;

const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/configmaps`;
const labels = { upgrade: 'yes' };
// Skipped where Debian's package of HAProxy could not be downloaded.
const withBalancer = hasBalancer ? describe : describe.skip;

let topology: Topology;
beforeAll(async () => {
  if (hasBalancer) topology = await startTopology();
});
afterAll(async () => {
  if (hasBalancer) await topology.close();
});

interface Told {
  readonly latenciesMs: number[];
  readonly failures: string[];
  /** Requests that were sent once more. */
  retries: number;
  /** Resource versions of acknowledged creations and changes. */
  readonly written: number[];
}

const newTold = (): Told => ({ latenciesMs: [], failures: [], retries: 0, written: [] });

interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

/** The administrator, who is known by a certificate: the balancer passes connections through. */
async function openAgent(): Promise<Agent> {
  const file = (name: string) => readFile(join(topology.folder, 'pki', name));
  const [ca, cert, key] = await Promise.all([file('ca.crt'), file('admin.crt'), file('admin.key')]);
  return new Agent({ keepAlive: true, maxSockets: connections, timeout: 60_000, ca, cert, key });
}

function send(agent: Agent, { method, path: asked, body }: Asked): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const options = { host: 'localhost', port: topology.portOf('balancer'), path: asked, method, agent, headers };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(sent.reusedSocket ? 'closed' : (error.code ?? ''))),
    );
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const counters = 8;

/** Of four requests, two write: one creates an object, one changes one of a few that are there. */
function requestOf(count: number): Asked {
  const data = { count: String(count) };
  const counter = `${path}/counter-${String(count % counters)}`;
  switch (count % 4) {
    case 0:
      return { method: 'POST', path, body: { metadata: { name: `object-${String(count)}`, labels }, data } };
    case 1:
      return { method: 'PATCH', path: counter, body: { data } };
    case 2:
      return { method: 'GET', path: counter };
    default:
      return { method: 'GET', path: `${path}?limit=10` };
  }
}

/**
 * One request, and once more if its connection was refused, or was a kept one that was being closed: as the clients of
 * Kubernetes do. Had the first one been carried out, the second creation would be refused.
 */
async function ask(agent: Agent, told: Told, asked: Asked): Promise<void> {
  const beganMs = performance.now();
  const answer = await send(agent, asked)
    .catch((error: unknown) => {
      if (!/ECONNREFUSED|closed/.test(String(error))) throw error;
      told.retries += 1;
      return send(agent, asked);
    })
    .catch((error: unknown) => String(error));
  told.latenciesMs.push(performance.now() - beganMs);
  if (typeof answer === 'string' || answer.status >= 400) {
    told.failures.push(`${asked.method} ${asked.path}: ${JSON.stringify(answer)}`);
  } else if (asked.method !== 'GET') {
    const { metadata } = JSON.parse(answer.text) as { readonly metadata: { readonly resourceVersion: string } };
    told.written.push(Number(metadata.resourceVersion));
  }
}

/** So many requests in each second, whether or not those before are answered. */
function startLoad(agent: Agent) {
  let told = newTold();
  let count = 0;
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = ask(agent, told, requestOf(count));
    underWay.add(one);
    void one.finally(() => underWay.delete(one));
    count += 1;
  }, 1_000 / perSecond);
  return {
    /** Of what was sent since the last time. */
    take: () => {
      const taken = told;
      told = newTold();
      return taken;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** The informers of the JavaScript client. One that met an error is started again, as its documentation has it. */
async function startInformers(config: KubeConfig) {
  const api = config.makeApiClient(CoreV1Api);
  let isOver = false;
  const all = await Promise.all(
    Array.from({ length: informers }, async () => {
      const seen = new Set<number>();
      const informer = makeInformer<V1ConfigMap>(config, path, () => api.listNamespacedConfigMap({ namespace }));
      const note = ({ metadata }: V1ConfigMap) => void seen.add(Number(metadata?.resourceVersion));
      const again = (): void => {
        if (!isOver) informer.start().catch(() => delay(100).then(again));
      };
      informer.on('add', note);
      informer.on('update', note);
      informer.on('error', () => void delay(100).then(again));
      await informer.start();
      return { seen, stop: () => informer.stop() };
    }),
  );
  const stop = async (): Promise<void> => {
    isOver = true;
    await Promise.all(all.map((each) => each.stop()));
  };
  return { all, stop };
}

const packages = join(
  import.meta.dirname,
  '../node_modules/.cache/keelson/python-client/usr/lib/python3/dist-packages',
);

/** Programs with the Python client, where Debian's packages of it could be had. Each resolves to the events that it saw. */
function startPythonClients(since: string): readonly Promise<readonly number[]>[] {
  if (!existsSync(packages)) return [];
  const script = join(import.meta.dirname, 'support/follow-events.py');
  const env = { PATH: process.env['PATH'], PYTHONPATH: packages, HOME: topology.folder };
  return Array.from({ length: pythonClients }, async () => {
    const args = [script, topology.kubeconfig('admin'), since];
    const { stdout } = await promisify(execFile)('/usr/bin/python3', args, { env, maxBuffer: 64 * 1024 * 1024 });
    return (JSON.parse(stdout) as { readonly events: readonly number[] }).events;
  });
}

function p99(latenciesMs: readonly number[]): number {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}

async function replaceAll(): Promise<void> {
  for (const replica of replicaNames) {
    expect(await topology.processOf(replica).stop()).toBe(0);
    topology.processOf(replica).start();
    await topology.untilReady(replica);
    // The balancer takes a replica in that was ready twice, a second apart.
    await delay(2_500);
  }
}

withBalancer('a rolling upgrade', () => {
  it('fails no request, and skips no event', async () => {
    const agent = await openAgent();
    const make = async (name: string) => {
      const { status, text } = await send(agent, { method: 'POST', path, body: { metadata: { name, labels } } });
      expect(status).toBe(201);
      return (JSON.parse(text) as { readonly metadata: { readonly resourceVersion: string } }).metadata.resourceVersion;
    };
    let since = '';
    for (let count = 0; count < counters; count += 1) since = await make(`counter-${String(count)}`);
    const config = new KubeConfig();
    config.loadFromFile(topology.kubeconfig('admin'));
    const informing = await startInformers(config);
    const following = startPythonClients(since);
    const load = startLoad(agent);
    await delay(quietMs);
    const quiet = load.take();
    await replaceAll();
    await load.stop();
    const upgrading = load.take();
    const end = Number(await make('end'));

    const told = { quiet: p99(quiet.latenciesMs), upgrading: p99(upgrading.latenciesMs) };
    const requests = quiet.latenciesMs.length + upgrading.latenciesMs.length;
    process.stdout.write(`${JSON.stringify({ requests, retries: upgrading.retries, p99Ms: told })}\n`);
    expect([...quiet.failures, ...upgrading.failures]).toEqual([]);
    const written = [...quiet.written, ...upgrading.written, end].sort((a, b) => a - b);
    for (const events of await Promise.all(following)) expect(events).toEqual(written);
    for (const { seen } of informing.all) {
      await eventually(() => expect(written.filter((revision) => !seen.has(revision))).toEqual([]));
    }
    await informing.stop();
    agent.destroy();
    if (isLong) expect(told.upgrading).toBeLessThan(3 * told.quiet);
  });
});
