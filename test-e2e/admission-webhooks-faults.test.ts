/** Webhooks that fail in the midst of a hundred requests: every one ends as its failure policy says, and nothing is left behind. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';

import { eventually } from './support/eventually.ts';
import { makeHome, type Home, type Started } from './support/serve.ts';
import { configurationOf, startWebhookServer, type Mode, type WebhookServer } from './support/webhook-server.ts';

let home: Home;
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
  await home.remove();
});

const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const configMaps = '/api/v1/namespaces/default/configmaps';
const underWay = 100;

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

/** No call is under way any more. */
async function expectNothingLeft(server: Started): Promise<void> {
  await eventually(async () => {
    const { body } = await server.ask('/metrics');
    const busy = body.split('\n').filter((line) => /^keelson_callouts_in_flight/.test(line) && !line.endsWith(' 0'));
    expect(busy).toEqual([]);
  });
}

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
    const outcomes = expectOutcomes(server, failurePolicy);
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

describe('a webhook that hangs', () => {
  it('costs its own requests only', async () => {
    const server = await home.start();
    await configure(server, 'Fail');
    hooks.mode = 'hang';
    const stuck = createMany(server);
    await eventually(() => {
      expect(hooks.reviews.length).toBeGreaterThan(0);
    });
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'free' } };
    const free = await server.ask('/api/v1/namespaces/default/secrets', { method: 'POST', body: secret });
    expect(free.status).toBe(201);
    expect((await server.ask('/api/v1/namespaces/default/secrets/free')).status).toBe(200);
    await stuck;
  });
});
