/** Reports of deprecated requests, and `keelson deprecations`, over the embedded store and over etcd with two replicas. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import type { Home, Started } from './support/serve.ts';

const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const reports = '/apis/deprecation.keelson.io/v1alpha1/deprecatedrequests';
const budgets = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
const quickly = '--deprecated-request-report-interval=50ms';

const newHome = useHomes();
let etcd: EtcdCluster;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1, isTls: false });
});
afterAll(async () => {
  await etcd.close();
});

interface Finding {
  readonly found: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly removedIn: string;
  readonly useInstead: string;
  readonly client?: { readonly userAgent: string; readonly count: number };
}

async function deprecations(home: Home, ...args: readonly string[]) {
  const all = ['deprecations', '--kubeconfig', home.kubeconfig, ...args];
  const ran = await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, ...all], { cwd: home.folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
  const isJson = args.includes('json');
  return { ...ran, items: isJson ? (JSON.parse(ran.out) as { items: Finding[] }).items : [] };
}

async function ask(server: Started, times: number, userAgent = 'old-tool/1'): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect((await server.ask(budgets, { headers: { 'User-Agent': userAgent } })).status).toBe(200);
  }
}

async function countOf(server: Started): Promise<number> {
  const { items } = parse<{ items: { count: number }[] }>(await server.ask(reports));
  return items.reduce((sum, { count }) => sum + count, 0);
}

const engines: readonly (readonly [engine: string, flags: () => readonly string[]])[] = [
  ['the embedded store', () => []],
  ['etcd', () => [`--etcd-servers=${etcd.urls.join(',')}`, '--etcd-prefix=/one']],
];

describe.each(engines)('over %s', (_engine, flags) => {
  let home: Home;
  let server: Started;
  beforeAll(async () => {
    home = await newHome();
    server = await home.start(quickly, ...flags());
    await ask(server, 3);
    await eventually(async () => expect(await countOf(server)).toBe(3));
  });

  it('`keelson deprecations` tells who asks for what will be removed, and breaks a pipeline where it is', async () => {
    const { code, items } = await deprecations(home, '--next', '1.25', '-o', 'json');
    expect(code).toBe(1);
    expect(items).toMatchObject([
      {
        found: 'request',
        apiVersion: 'policy/v1beta1',
        kind: 'PodDisruptionBudget',
        removedIn: '1.25',
        useInstead: 'policy/v1',
        client: { user: 'admin', userAgent: 'old-tool/1', verb: 'list', count: 3 },
      },
    ]);
    expect(await deprecations(home, '--next', '1.24')).toMatchObject({ code: 0, out: '' });
    // The server reports the command's own requests too; the command does not count them as use.
    await deprecations(home, '--stored', '-o', 'json');
    const { items: after } = await deprecations(home, '--next', '1.25', '-o', 'json');
    expect(after.map(({ kind }) => kind)).toEqual(['PodDisruptionBudget']);
    const { out } = await deprecations(home);
    expect(out).toContain('admin (old-tool/1) from 127.0.0.1: 3 × list, last at ');
  });

  it('`keelson deprecations --stored` finds old versions in objects', async () => {
    const metadata = { name: 'b' };
    const spec = { minAvailable: 1, selector: { matchLabels: { a: 'b' } } };
    const body = JSON.stringify({ metadata, spec });
    const written = await server.ask(`${budgets}?fieldManager=old`, { method: 'POST', body });
    expect(written.status).toBe(201);
    const { code, items, err } = await deprecations(home, '--stored', '--next', '1.25', '-o', 'json');
    expect(code).toBe(1);
    expect(items).toContainEqual(expect.objectContaining({ found: 'managedFields', apiVersion: 'policy/v1beta1' }));
    expect(err).toMatch(/^\d+ of \d+ kinds, \d+ objects\n$/);
  });

  it.each(findKubectls().filter(({ version }) => version !== '1.20'))(
    'kubectl $version gets the reports and deletes one',
    async (kubectl) => {
      const { run } = openSession(kubectl, home.kubeconfig, home.folder);
      await ask(server, 1, 'to-forget/1');
      await eventually(async () => {
        const { out } = await run(['get', 'deprecatedrequests']);
        expect(out).toMatch(
          /^NAME +CLIENT +USER-AGENT +VERSION +RESOURCE +VERB +REMOVED-IN +USE-INSTEAD +COUNT +LAST-SEEN/,
        );
        expect(out).toMatch(/admin +to-forget\/1 +policy\/v1beta1 +poddisruptionbudgets +list +1\.25 +policy\/v1 /);
      });
      const { out } = await run(['get', 'deprecatedrequests', '-o', 'json']);
      const { items } = JSON.parse(out) as { items: { metadata: { name: string }; client: { userAgent: string } }[] };
      const { name = '' } = items.find(({ client }) => client.userAgent === 'to-forget/1')?.metadata ?? {};
      await run(['delete', 'deprecatedrequest', name]);
      expect((await run(['get', 'deprecatedrequests'])).out).not.toContain('to-forget');
    },
  );

  it('a restart loses no report, and a stop writes what is left', async () => {
    const before = await countOf(server);
    server.process.kill('SIGTERM');
    await server.ended;
    const slow = await home.start('--deprecated-request-report-interval=1h', ...flags());
    expect(await countOf(slow)).toBe(before);
    await ask(slow, 2);
    slow.process.kill('SIGTERM');
    await slow.ended;
    server = await home.start(quickly, ...flags());
    expect(await countOf(server)).toBe(before + 2);
  });
});

it('two replicas add up the requests that each of them sees', async () => {
  const flags = [`--etcd-servers=${etcd.urls.join(',')}`, '--etcd-prefix=/two', quickly];
  const [first, second] = [await (await newHome()).start(...flags), await (await newHome()).start(...flags)];
  await Promise.all([ask(first, 40), ask(second, 40)]);
  await eventually(async () => expect([await countOf(first), await countOf(second)]).toEqual([80, 80]));
  const { items } = parse<{ items: object[] }>(await first.ask(reports));
  expect(items).toHaveLength(1);
});
