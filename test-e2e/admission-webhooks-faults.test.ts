/** Webhooks that fail in the midst of a hundred requests: every one ends as its failure policy says, and nothing is left behind. */
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';

import { eventually } from './support/eventually.ts';
import { heapMegabytes, heapMeter } from './support/measured-heap.ts';
import { connectionsTo, socketsOf } from './support/open-sockets.ts';
import { makeHome, type Home, type Started } from './support/serve.ts';
import { configurationOf, startWebhookServer, type Mode, type WebhookServer } from './support/webhook-server.ts';

let home: Home;
/** Of a server with an environment of its own. */
let other: Home | undefined;
let authority: Authority;
let hooks: WebhookServer;

beforeEach(async () => {
  home = await makeHome();
  authority = makeAuthority();
  hooks = await startWebhookServer(authority.issue({ names: ['IP:127.0.0.1'] }), {});
});
afterEach(async () => {
  await hooks.kill().catch(() => undefined);
  authority.close();
  const homes = [home, other];
  other = undefined;
  for (const each of homes) await each?.remove();
});

const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const configMaps = '/api/v1/namespaces/default/configmaps';
const underWay = 100;
/** Thousands of requests, on a machine that may have other work. */
const patienceMs = 240_000;

async function configure(server: Started, failurePolicy: string, url = hooks.url): Promise<void> {
  const hook = { name: 'fault.example.com', path: 'fault', failurePolicy, timeoutSeconds: 1 };
  const body = configurationOf('Validating', { url, authority: authority.pem }, [hook]);
  const { status, body: text } = await server.ask(configurations, { method: 'POST', body });
  if (status !== 201) throw new Error(text);
}

async function createMany(server: Started): Promise<readonly { status: number; body: string }[]> {
  return Promise.all(
    Array.from({ length: underWay }, (_, at) =>
      server.ask(configMaps, {
        method: 'POST',
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c-${at}` } },
      }),
    ),
  );
}

async function expectOutcomes(server: Started, failurePolicy: string): Promise<void> {
  const answers = await createMany(server);
  const isOpen = failurePolicy === 'Ignore';
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([isOpen ? 201 : 500]));
  for (const { body } of answers) {
    if (!isOpen) expect(body).toContain('Internal error occurred: failed calling webhook \\"fault.example.com\\": ');
  }
  const { items } = JSON.parse((await server.ask(configMaps)).body) as { items: { metadata: { name: string } }[] };
  expect(items.filter(({ metadata }) => metadata.name.startsWith('c-'))).toHaveLength(isOpen ? underWay : 0);
}

/** No call is under way any more, and every connection is one that the server knows of. */
async function expectNothingLeft(server: Started): Promise<void> {
  await eventually(async () => {
    const { body } = await server.ask('/metrics');
    expect(sumOf(body, 'keelson_callouts_in_flight')).toBe(0);
    expect(await connectionsTo(portOf(hooks), pidOf(server))).toBe(sumOf(body, 'keelson_callout_connections'));
  });
}

function sumOf(metrics: string, name: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const portOf = ({ url }: WebhookServer): number => Number(new URL(url).port);
const pidOf = ({ process }: Started): number => process.pid ?? 0;

describe.each(['Fail', 'Ignore'])('with the failure policy %s', (failurePolicy) => {
  it.each<Mode>(['hang', 'garbage', 'huge', 'cut', 'half'])(
    'a webhook that answers with "%s" has exact outcomes',
    async (mode) => {
      const server = await home.start();
      await configure(server, failurePolicy);
      hooks.mode = mode;
      await expectOutcomes(server, failurePolicy);
      await expectNothingLeft(server);
    },
  );

  it('a webhook that is killed while it is asked has exact outcomes', async () => {
    const server = await home.start();
    await configure(server, failurePolicy);
    hooks.mode = 'hang';
    const outcomes = handled(expectOutcomes(server, failurePolicy));
    await eventually(() => {
      expect(hooks.reviews.length).toBeGreaterThan(0);
    });
    await hooks.kill();
    await outcomes;
    await expectNothingLeft(server);
  });

  it('a webhook whose certificate has ended has exact outcomes', async () => {
    const server = await home.start();
    const stale = await startWebhookServer(authority.issue({ names: ['IP:127.0.0.1'], days: -1 }), {});
    await configure(server, failurePolicy, stale.url);
    await expectOutcomes(server, failurePolicy);
    expect(stale.reviews).toEqual([]);
    await expectNothingLeft(server);
    await stale.kill();
  });
});

describe('webhooks that fail in every way, again and again', () => {
  it(
    'leave neither sockets nor memory behind',
    async () => {
      const path = join(home.folder, 'heap');
      other = await makeHome(heapMeter(path));
      const server = await other.start();
      await configure(server, 'Fail');
      const round = async (): Promise<{ sockets: number; megabytes: number }> => {
        for (const mode of ['hang', 'garbage', 'cut', 'half'] as const) {
          hooks.mode = mode;
          await createMany(server);
        }
        await expectNothingLeft(server);
        hooks.reviews.length = 0;
        return { sockets: (await socketsOf(pidOf(server))).size, megabytes: await heapMegabytes(server, path) };
      };
      // The first round fills pools and caches.
      await round();
      const before = await round();
      const after = await round();
      expect(after.sockets).toBeLessThanOrEqual(before.sockets + underWay / 10);
      expect(after.megabytes).toBeLessThan(before.megabytes + 8);
      await hooks.kill();
      await eventually(async () => {
        expect(await connectionsTo(portOf(hooks), pidOf(server))).toBe(0);
        expect(sumOf((await server.ask('/metrics')).body, 'keelson_callout_connections')).toBe(0);
      });
    },
    patienceMs,
  );
});

describe('a webhook that hangs', () => {
  it('costs its own requests only', async () => {
    const server = await home.start();
    await configure(server, 'Fail');
    hooks.mode = 'hang';
    const stuck = handled(createMany(server));
    await eventually(() => {
      expect(hooks.reviews.length).toBeGreaterThan(0);
    });
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'free' } };
    const free = await server.ask('/api/v1/namespaces/default/secrets', { method: 'POST', body: secret });
    expect(free.status).toBe(201);
    expect((await server.ask('/api/v1/namespaces/default/secrets/free')).status).toBe(200);
    await stuck;
  });

  it(
    'does not slow the gets of others',
    async () => {
      const server = await home.start();
      await configure(server, 'Ignore');
      const path = '/api/v1/namespaces/kube-system';
      // Others run on the same machine: the best of several tries is the one that they left alone.
      await p99Of(server, path);
      const quietMs = await bestOf(server, path);
      hooks.mode = 'hang';
      let isOver = false;
      const keepStuck = async (): Promise<void> => {
        while (!isOver) await createMany(server);
      };
      const stuck = handled(keepStuck());
      await eventually(() => {
        expect(hooks.reviews.length).toBeGreaterThanOrEqual(underWay);
      });
      const besideMs = await bestOf(server, path);
      isOver = true;
      await stuck;
      // A get that waits for a webhook takes a second.
      expect(besideMs).toBeLessThan(1.2 * quietMs + 500);
    },
    patienceMs,
  );
});

/** Awaited later: a test that fails before must not end all others with it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** In milliseconds. */
async function p99Of({ ask }: Started, path: string): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    const beganMs = performance.now();
    expect((await ask(path)).status).toBe(200);
    took.push(performance.now() - beganMs);
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}

async function bestOf(server: Started, path: string): Promise<number> {
  const tries: number[] = [];
  for (let count = 0; count < 3; count += 1) tries.push(await p99Of(server, path));
  return Math.min(...tries);
}
