/** Admission webhooks as people use them: an injector and a policy that denies, through kubectl, for objects of any size. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';

import { findKubectls, openSession } from './support/kubectl.ts';
import { makeHome, type Home, type Started } from './support/serve.ts';
import { configurationOf, startWebhookServer, type Decide, type WebhookServer } from './support/webhook-server.ts';

let home: Home;
/** Of a server with an environment of its own. */
let other: Home | undefined;
let authority: Authority;
let hooks: WebhookServer;

const patch = (...operations: readonly object[]): object => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});

const sidecar = { op: 'add', path: '/spec/containers/-', value: { name: 'sidecar', image: 'mesh:1' } };

const inject: Decide = ({ request: { object } }) => {
  const labels = { ...object?.metadata.labels, injected: 'yes' };
  const label = { op: 'add', path: '/metadata/labels', value: labels };
  return Promise.resolve(patch(object?.kind === 'Pod' ? sidecar : label));
};

const denial = {
  allowed: false,
  status: { code: 403, reason: 'Forbidden', message: 'no forbidden labels' },
  warnings: ['see the policy'],
};

const deny: Decide = ({ request: { object } }) =>
  Promise.resolve(object?.metadata.labels?.['forbidden'] === 'yes' ? denial : { allowed: true });

beforeEach(async () => {
  home = await makeHome();
  authority = makeAuthority();
  hooks = await startWebhookServer(authority.issue({ names: ['IP:127.0.0.1'] }), { inject, deny });
});
afterEach(async () => {
  await hooks.kill();
  authority.close();
  const homes = [home, other];
  other = undefined;
  for (const each of homes) await each?.remove();
});

const group = '/apis/admissionregistration.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';
const everything = {
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps', 'pods'],
};

async function configure(server: Started): Promise<void> {
  const where = { url: hooks.url, authority: authority.pem };
  const mutating = configurationOf('Mutating', where, [
    { name: 'inject.example.com', path: 'inject', rules: [everything] },
  ]);
  const validating = configurationOf('Validating', where, [
    { name: 'deny.example.com', path: 'deny', rules: [everything] },
  ]);
  for (const [plural, body] of [
    ['mutatingwebhookconfigurations', mutating],
    ['validatingwebhookconfigurations', validating],
  ] as const) {
    const { status, body: text } = await server.ask(`${group}/${plural}`, { method: 'POST', body });
    if (status !== 201) throw new Error(text);
  }
}

const configMap = (name: string, labels = {}, data = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data,
});

describe('admission webhooks', () => {
  it('change and refuse what kubectl applies, from the moment that their configuration is written', async () => {
    const server = await home.start();
    await configure(server);
    const [kubectl] = findKubectls();
    if (kubectl === undefined) throw new Error('no kubectl is here');
    const { run } = openSession(kubectl, home.kubeconfig, home.folder);
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    await run(['apply', '-f', '-'], { input: JSON.stringify(pod) });
    const { out } = await run(['get', 'pod', 'a', '-o', 'jsonpath={.spec.containers[*].name}']);
    expect(out).toBe('c sidecar');
    const refused = await run(['apply', '-f', '-'], {
      input: JSON.stringify(configMap('b', { forbidden: 'yes' })),
      code: 1,
    });
    expect(refused.err).toContain('admission webhook "deny.example.com" denied the request: no forbidden labels');
    expect(refused.err).toContain('Warning: see the policy');
    expect((await server.ask(`${configMaps}/b`)).status).toBe(404);
    const asked = 'verb=create&version=v1&resource=pods&namespace=default';
    const { body } = await server.ask(`/debug/admission/webhooks?${asked}`);
    expect(body).toContain('inject.example.com (mutating-tests): asked; waits 10 s, fails the request if it fails');
    expect(body).toMatch(/deny\.example\.com .*\n {4}2 calls, 1 denials, 0 failures, 0 mutations/);
  });

  it('see requests that are carried out in a worker thread, and change them', async () => {
    const server = await home.start();
    await configure(server);
    const data = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key-${at}`, 'some text of a value']));
    const made = await server.ask(configMaps, { method: 'POST', body: configMap('large', {}, data) });
    expect(made.status).toBe(201);
    const stored = JSON.parse((await server.ask(`${configMaps}/large`)).body) as ReturnType<typeof configMap>;
    expect(stored.metadata.labels).toEqual({ injected: 'yes' });
    expect(Object.keys(stored.data)).toHaveLength(20_000);
    const denied = await server.ask(configMaps, {
      method: 'POST',
      body: configMap('denied', { forbidden: 'yes' }, data),
    });
    expect(denied.status).toBe(403);
    expect((await server.ask(`${configMaps}/denied`)).status).toBe(404);
    expect(hooks.reviews.map(({ request: { name } }) => name)).toEqual(['large', 'large', 'denied', 'denied']);
  });

  it('see and change the largest objects without a stall of the event loop', async () => {
    // The removal of this home rejects where the loop stood still.
    other = await makeHome({ KEELSON_TEST_STALL_MS: '300' });
    const server = await other.start();
    await configure(server);
    const largest = 1_000_000;
    const datas = [
      { value: 'v'.repeat(largest) },
      Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`key-${at}`, '"é\n'.repeat(200)])),
    ];
    for (const [at, data] of datas.entries()) {
      for (const verb of ['POST', 'PUT', 'PUT'] as const) {
        const name = `large-${at}`;
        const path = verb === 'POST' ? configMaps : `${configMaps}/${name}`;
        const { status } = await server.ask(path, { method: verb, body: configMap(name, { verb }, data) });
        expect([200, 201]).toContain(status);
      }
    }
    expect(hooks.reviews).toHaveLength(2 * 3 * datas.length);
  });

  it('are no longer asked once their configuration is gone, nor about configurations', async () => {
    const server = await home.start();
    await configure(server);
    await server.ask(`${group}/mutatingwebhookconfigurations/mutating-tests`, { method: 'DELETE' });
    await server.ask(`${group}/validatingwebhookconfigurations/validating-tests`, { method: 'DELETE' });
    expect((await server.ask(configMaps, { method: 'POST', body: configMap('a', { forbidden: 'yes' }) })).status).toBe(
      201,
    );
    expect(hooks.reviews).toEqual([]);
  });

  it('that call back do not bring the server down', async () => {
    const server = await home.start();
    let calls = 0;
    const callBack: Decide = async () => {
      calls += 1;
      await server.ask(configMaps, { method: 'POST', body: configMap(`back-${calls}`) });
      return { allowed: true };
    };
    const own = await startWebhookServer(authority.issue({ names: ['IP:127.0.0.1'] }), { back: callBack });
    const where = { url: own.url, authority: authority.pem };
    const body = configurationOf('Validating', where, [{ name: 'back.example.com', path: 'back', timeoutSeconds: 2 }]);
    await server.ask(`${group}/validatingwebhookconfigurations`, { method: 'POST', body });
    const { status } = await server.ask(configMaps, { method: 'POST', body: configMap('a') });
    expect(status).toBe(500);
    expect((await server.ask('/readyz')).status).toBe(200);
    await own.kill();
  });
});
