/** Gauges whose two versions a webhook converts, by kubectl and by many requests, while the webhook works and while it does not. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { makeAuthority, type Authority } from '@keelson/callouts/testing';
import { openTestClient } from '@keelson/testkit/client';

import {
  gauge,
  gaugePath,
  gauges,
  group,
  serveConversions,
  type ConversionWebhook,
} from './support/conversion-webhook.ts';
import { eventually } from './support/eventually.ts';
import { findKubectls, openSession, type Session } from './support/kubectl.ts';
import { makeHome, token, type Home, type Started } from './support/serve.ts';

let home: Home;
let server: Started;
let authority: Authority;
let webhook: ConversionWebhook;

const text = (value: unknown): string => JSON.stringify(value);
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

beforeAll(async () => {
  authority = makeAuthority();
  webhook = await serveConversions(authority);
  home = await makeHome();
  server = await home.start();
  expect(await server.ask(definitions, { method: 'POST', body: text(gauges('v1', webhook, authority)) })).toMatchObject(
    {
      status: 201,
    },
  );
  await eventually(async () => expect((await server.ask(gaugePath('v2'))).status).toBe(200));
});
afterEach(() => {
  webhook.manner = 'convert';
  webhook.letGo();
});
afterAll(async () => {
  await home.remove();
  webhook.close();
  authority.close();
});

interface Answered {
  readonly message?: string;
  readonly metadata?: { readonly name: string };
  readonly spec?: object;
  readonly items?: readonly Answered[];
}

async function ask(method: string, path: string, body?: object, type?: string): Promise<Answered & { status: number }> {
  const headers = type === undefined ? undefined : { 'Content-Type': type };
  const { status, body: answered } = await server.ask(path, {
    method,
    ...(body !== undefined && { body: text(body) }),
    ...(headers !== undefined && { headers }),
  });
  return { ...(JSON.parse(answered) as Answered), status };
}

const create = (version: 'v1' | 'v2', name: string, spec: object) =>
  ask('POST', gaugePath(version), gauge(version, name, spec));

describe.each(findKubectls().map((kubectl) => ({ ...kubectl, kubectl })))(
  'kubectl $version on versions that a webhook converts',
  ({ kubectl, version }) => {
    let session: Session;
    const run = async (...args: string[]): Promise<string> => (await session.run(args)).out;
    const send = async (verb: string, object: object, ...args: string[]): Promise<string> =>
      (await session.run([verb, '-f', '-', ...args], { input: text(object) })).out;
    const name = `g${version.replace(/\W/g, '-')}`.toLowerCase();
    const read = async (which: 'v1' | 'v2') =>
      JSON.parse(await run('get', `gauges.${which}.${group}`, name, '-o', 'json')) as Answered;

    beforeAll(() => {
      session = openSession(kubectl, home.kubeconfig, home.folder);
    });

    it('applies in both versions, and shows both', async () => {
      expect(await send('apply', gauge('v1', name, { size: 3 }))).toContain('created');
      expect((await read('v2')).spec).toEqual({ amount: 3 });
      expect(await send('apply', gauge('v2', name, { amount: 4, note: 'x' }))).toContain('configured');
      expect((await read('v1')).spec).toEqual({ size: 4, note: 'x' });
      expect(await run('get', `gauges.v2.${group}`, name)).toMatch(/^NAME +AMOUNT\n\S+ +4\n$/);
      expect(await run('get', `gauges.v1.${group}`, name)).toMatch(/^NAME +SIZE\n\S+ +4\n$/);
    });

    it('applies on the server, where managers of both versions own fields', async () => {
      const apply = ['--server-side', '--field-manager'];
      await send('apply', gauge('v1', `${name}-ssa`, { size: 3 }), ...apply, 'sizer');
      await send('apply', gauge('v2', `${name}-ssa`, { note: 'x' }), ...apply, 'noter');
      const refused = await session.run(['apply', '-f', '-', ...apply, 'noter'], {
        input: text(gauge('v2', `${name}-ssa`, { note: 'x', amount: 5 })),
        code: 1,
      });
      expect(refused.err).toContain('conflict with "sizer": .spec.size');
      await send('apply', gauge('v2', `${name}-ssa`, { note: 'x', amount: 5 }), ...apply, 'noter', '--force-conflicts');
      expect(await run('get', `gauges.v1.${group}`, `${name}-ssa`, '-o', 'jsonpath={.spec}')).toBe(
        '{"note":"x","size":5}',
      );
    });

    it('scales, watches and deletes', async () => {
      const watch = session.follow(['get', `gauges.v2.${group}`, name, '--watch', '-o', 'jsonpath={.spec.amount} ']);
      await watch.until('4');
      await run('scale', `gauges.v1.${group}`, name, '--replicas=17');
      await watch.until('17');
      watch.stop();
      expect(await run('delete', `gauges.v2.${group}`, name, `${name}-ssa`)).toContain('deleted');
    });
  },
);

describe('a list that a webhook converts', () => {
  const count = 2_000;
  const names = Array.from({ length: count }, (_, index) => `many-${String(index).padStart(4, '0')}`);

  it('takes few calls, and none once it is remembered', async () => {
    const left = names.entries();
    const work = async (): Promise<void> => {
      for (const [index, name] of left) expect((await create('v1', name, { size: index })).status).toBe(201);
    };
    await Promise.all(Array.from({ length: 16 }, work));
    webhook.calls.length = 0;
    const [first, second] = await Promise.all([ask('GET', gaugePath('v2')), ask('GET', gaugePath('v2'))]);
    expect(first.items?.map(({ metadata, spec }) => [metadata?.name, spec])).toEqual(
      names.map((name, index) => [name, { amount: index }]),
    );
    expect(second.items?.length).toBe(count);
    expect(webhook.calls.reduce((sum, size) => sum + size, 0)).toBe(count);
    expect(webhook.calls.length).toBeLessThanOrEqual(4);
    await ask('GET', gaugePath('v2', names[7]));
    expect(webhook.calls.length).toBeLessThanOrEqual(4);
    expect((await ask('DELETE', gaugePath('v1'))).status).toBe(200);
  });
});

/** Status and message of a read and of a write that need the webhook; both leave nothing behind. */
async function tryBoth(name: string): Promise<readonly string[]> {
  const [got, made] = await Promise.all([
    ask('GET', gaugePath('v2', name)),
    create('v2', `${name}-new`, { amount: 1 }),
  ]);
  expect((await ask('GET', gaugePath('v1', `${name}-new`))).status).toBe(404);
  return [got, made].map(({ status, message = '' }) => `${status} ${message}`);
}

const failing = (version: 'v1' | 'v2', why: string) =>
  `500 conversion webhook for ${group}/${version}, Kind=Gauge failed: ${why}`;

describe('a webhook that fails', () => {
  it('with garbage', async () => {
    await create('v1', 'garbage', { size: 3 });
    webhook.manner = 'garbage';
    const why = expect.stringContaining("failed: couldn't get version/kind; json parse error: ");
    expect(await tryBoth('garbage')).toEqual([why, why]);
    webhook.manner = 'convert';
    expect((await ask('GET', gaugePath('v2', 'garbage'))).spec).toEqual({ amount: 3 });
  });

  it('with 100 MB', async () => {
    await create('v1', 'flood', { size: 3 });
    webhook.manner = 'flood';
    const [got, made] = await tryBoth('flood');
    expect([got, made]).toEqual([
      expect.stringContaining(failing('v1', `Post "${webhook.url}?timeout=30s": `)),
      expect.stringContaining(failing('v2', `Post "${webhook.url}?timeout=30s": `)),
    ]);
    webhook.manner = 'convert';
    expect((await ask('GET', gaugePath('v2', 'flood'))).spec).toEqual({ amount: 3 });
  });

  it('by not being there', async () => {
    await create('v1', 'down', { size: 3 });
    const port = Number(new URL(webhook.url).port);
    webhook.close();
    const refused = `Post "${webhook.url}?timeout=30s": dial tcp`;
    const [got, made] = await tryBoth('down');
    expect(got).toContain(failing('v1', refused));
    expect(made).toContain(failing('v2', refused));
    expect((await ask('GET', gaugePath('v1', 'down'))).spec).toEqual({ size: 3 });
    expect(
      (await ask('PATCH', gaugePath('v1', 'down'), { spec: { size: 5 } }, 'application/merge-patch+json')).status,
    ).toBe(200);
    webhook = await serveConversions(authority, port);
    expect((await ask('GET', gaugePath('v2', 'down'))).spec).toEqual({ amount: 5 });
  });

  it('by hanging holds up its own requests alone', async () => {
    await create('v1', 'hang', { size: 3 });
    const others = Array.from({ length: 100 }, (_, index) => `hang-${index}`);
    for (const name of others) await create('v1', name, { size: 1 });
    webhook.manner = 'hang';
    const connections = { rejectUnauthorized: false, maxSockets: others.length };
    const client = openTestClient({ url: server.url, connections, headers: { Authorization: `Bearer ${token}` } });
    const held = others.map((name) => client.ask(gaugePath('v2', name)));
    await eventually(() => expect(webhook.hanging()).toBe(others.length));
    for (let round = 0; round < 50; round += 1) {
      expect((await ask('GET', gaugePath('v1', 'hang'))).status).toBe(200);
      expect((await ask('GET', '/api/v1/namespaces/default')).status).toBe(200);
    }
    expect(webhook.hanging()).toBe(others.length);
    webhook.manner = 'convert';
    webhook.letGo();
    const answers = (await Promise.all(held)).map(({ body }) => JSON.parse(body) as Answered);
    expect(answers.map(({ spec }) => spec)).toEqual(others.map(() => ({ amount: 1 })));
    client.close();
  });
});

describe('the metric of conversions', () => {
  it('counts calls by definition, versions and success', async () => {
    await create('v1', 'metric', { size: 3 });
    expect((await ask('GET', gaugePath('v2', 'metric'))).status).toBe(200);
    webhook.manner = 'garbage';
    expect((await create('v2', 'metric-new', { amount: 3 })).status).toBe(500);
    const { body: shown } = await server.ask('/metrics');
    const labels = `crd_name="gauges.${group}",from_version="v1",succeeded="true",to_version="v2"`;
    expect(shown).toMatch(
      new RegExp(`^apiserver_crd_webhook_conversion_duration_seconds_count\\{${labels}\\} [1-9]`, 'm'),
    );
    expect(shown).toContain(`crd_name="gauges.${group}",from_version="v2",succeeded="false",to_version="v1"`);
  });
});
