/** `keelson deprecations` against a server in this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServer, type RunningServer } from '@keelson/server';
import { serveInProcess } from '@keelson/server/testing';
import { silentLogger } from '@keelson/telemetry';

import { askServer, type ServerRequest } from '../client/ask-server.ts';
import { readKubeconfig, type ServerConnection } from '../client/kubeconfig.ts';
import { run } from '../run.ts';
import { readServeFlags } from '../serve/read-serve-flags.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

let folder = '';
let server: RunningServer;
let connection: ServerConnection;

const budgets = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
const applied = { apiVersion: 'autoscaling/v2beta2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'h' } };

async function post(path: string, body: object): Promise<void> {
  const request: ServerRequest = { method: 'POST', body };
  const { status, text } = await askServer(connection, path, request);
  expect([status, text]).toEqual([201, text]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-deprecations-'));
  const flags = ['--data-dir', join(folder, 'data'), '--secure-port', '0', '--deprecated-request-report-interval', '0'];
  const configuration = await readServeFlags(flags);
  const started = await startServer({ ...configuration, logger: silentLogger, startWorker: serveInProcess });
  if (!started.ok) throw new Error(started.message);
  server = started.server;
  await server.whenReady();
  connection = await readKubeconfig({ path: server.kubeconfigPath, context: undefined, env: {} });
  await post(`${budgets}?fieldManager=old-tool`, {
    metadata: { name: 'b' },
    spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
  });
  await post('/api/v1/namespaces/default/configmaps', {
    metadata: {
      name: 'c',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(applied) },
    },
  });
});

afterAll(async () => {
  server.cutOff();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function deprecations(...args: string[]) {
  const terminal = fakeTerminal();
  const code = await run(['deprecations', '--kubeconfig', server.kubeconfigPath, ...args], terminal);
  const rows = terminal.out().split('\n').slice(1, -1);
  return { code, rows: rows.map((row) => row.split(/ {3,}/)), errors: terminal.errors(), out: terminal.out() };
}

const requested = ['policy/v1beta1', 'PodDisruptionBudget', '1.25', 'policy/v1', '1 request'];

describe('keelson deprecations', () => {
  it('tells what was requested, when it is removed, and what to use instead', async () => {
    expect(await deprecations()).toMatchObject({ code: 0, rows: [requested], errors: '' });
  });

  it('finds nothing that the next release still has', async () => {
    expect(await deprecations('--next', '1.24')).toMatchObject({ code: 0, rows: [], errors: '' });
  });

  it('finds what the next release has no longer, with exit code 1', async () => {
    expect(await deprecations('--next=v1.25')).toMatchObject({ code: 1, rows: [requested], errors: '' });
  });

  it('does not count its own requests as use, however often it runs', async () => {
    await deprecations('--stored');
    const { rows } = await deprecations('--stored', '--next', '1.25');
    expect(rows.map(([version, kind]) => `${version ?? ''} ${kind ?? ''}`)).not.toContain(
      'policy/v1beta1 PodSecurityPolicy',
    );
  });

  it('finds nothing in versions that the server has not deprecated yet', async () => {
    const { rows } = await deprecations('--stored');
    expect(rows).not.toHaveLength(0);
    expect(rows.filter(([version]) => version === 'flowcontrol.apiserver.k8s.io/v1beta2')).toEqual([]);
  });

  it('finds objects by their managed fields and what was last applied', async () => {
    const { code, rows, errors } = await deprecations('--stored', '--next', '1.26');
    expect(code).toBe(1);
    expect(errors).toMatch(/^(\d+) of \1 kinds, \d+ objects\n$/);
    expect(rows).toEqual([
      requested,
      [
        'autoscaling/v2beta2',
        'HorizontalPodAutoscaler',
        '1.26',
        'autoscaling/v2',
        'configmaps default/c: last applied',
      ],
      [
        'policy/v1beta1',
        'PodDisruptionBudget',
        '1.25',
        'policy/v1',
        'poddisruptionbudgets default/b: managed fields of old-tool',
      ],
    ]);
  });

  it('finds objects that no later version serves, in pages, with progress', async () => {
    const spec = {
      seLinux: { rule: 'RunAsAny' },
      supplementalGroups: { rule: 'RunAsAny' },
      runAsUser: { rule: 'RunAsAny' },
      fsGroup: { rule: 'RunAsAny' },
    };
    await post('/apis/policy/v1beta1/podsecuritypolicies', { metadata: { name: 'p' }, spec });
    const many = Array.from({ length: 1_100 }, (_, index) => `c-${String(index)}`);
    for (const name of many) await post('/api/v1/namespaces/default/configmaps', { metadata: { name } });
    const { rows, errors } = await deprecations('--stored', '--next', '1.25');
    expect(rows).toContainEqual([
      'policy/v1beta1',
      'PodSecurityPolicy',
      '1.25',
      'nothing',
      'podsecuritypolicies p: the object itself',
    ]);
    expect(errors.split('\n').length).toBeGreaterThan(2);
    expect(errors.split('\n')[0]).toMatch(/^\d+ of \d+ kinds, 1\d\d\d objects$/);
    expect((await deprecations('--stored', '--next', '1.24')).rows).toEqual([]);
  });

  it('says the same in JSON', async () => {
    const { code, out } = await deprecations('--next', '1.25', '-o', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      items: [
        {
          found: 'request',
          apiVersion: 'policy/v1beta1',
          kind: 'PodDisruptionBudget',
          removedIn: '1.25',
          useInstead: 'policy/v1',
          use: '1 request',
        },
        { kind: 'PodSecurityPolicy', useInstead: '' },
      ],
    });
  });

  it.each([['--next=1.99'], ['--output=xml'], ['--nxt=1.25']])('refuses %s with exit code 2', async (flag) => {
    expect((await deprecations(flag)).code).toBe(2);
  });
});
