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
  const configuration = await readServeFlags(['--data-dir', join(folder, 'data'), '--secure-port', '0']);
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
  return { code, rows: rows.map((row) => row.split(/ {3,}/)), errors: terminal.errors() };
}

const requested = ['policy/v1beta1', 'PodDisruptionBudget', '1.25', 'policy/v1', '1 requests'];

describe('keelson deprecations', () => {
  it('tells what was requested, when it is removed, and what to use instead', async () => {
    expect(await deprecations()).toEqual({ code: 0, rows: [requested], errors: '' });
  });

  it('finds nothing that the next release still has', async () => {
    expect(await deprecations('--next', '1.24')).toEqual({ code: 0, rows: [], errors: '' });
  });

  it('finds what the next release has no longer, with exit code 1', async () => {
    expect(await deprecations('--next=v1.25')).toEqual({ code: 1, rows: [requested], errors: '' });
  });

  it('finds objects by their managed fields and what was last applied', async () => {
    const { code, rows } = await deprecations('--stored', '--next', '1.26');
    expect(code).toBe(1);
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

  it.each([['--next=1.99'], ['--nxt=1.25']])('refuses %s with exit code 2', async (flag) => {
    expect((await deprecations(flag)).code).toBe(2);
  });
});
