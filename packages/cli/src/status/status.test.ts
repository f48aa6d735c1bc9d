import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

const replica = (identity: string, signing: string, conflictsWith: string) => ({
  identity,
  url: `https://${identity}:6443`,
  version: '0.1.0',
  emulatedVersion: '1.24',
  startedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  joinedRevision: 1,
  revision: 9,
  storeRevision: 11,
  cpu: 0.5,
  eventLoop: 0.5,
  residentBytes: 104_857_600,
  leads: [],
  tokenKeys: { signing, verifying: [signing], isConfigured: true },
  conflictsWith,
});

describe('keelson status', () => {
  let folder = '';
  let server: Server;
  let kubeconfig = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keelson-status-'));
    const replicas = [replica('one', 'a1', ''), replica('two', 'b2', 'one')];
    server = createServer((_request, response) => response.end(JSON.stringify({ replicas })));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    kubeconfig = join(folder, 'kubeconfig');
    const context = { name: 'c', context: { cluster: 'c' } };
    const cluster = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const config = { 'current-context': 'c', contexts: [context], clusters: [{ name: 'c', cluster }] };
    await writeFile(kubeconfig, JSON.stringify(config));
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  async function status(...args: string[]): Promise<string> {
    const terminal = fakeTerminal();
    const code = await run(['status', '--kubeconfig', kubeconfig, ...args], terminal);
    expect([code, terminal.errors()]).toEqual([0, '']);
    return terminal.out();
  }

  it('shows which replica is refused for its key, and with which one it is in conflict', async () => {
    const rows = (await status()).trimEnd().split('\n');
    expect(rows.map((row) => row.split(/ {2,}/).slice(-2))).toEqual([
      ['TOKEN KEY', 'CONFLICTS WITH'],
      ['a1', '-'],
      ['b2', 'one'],
    ]);
  });

  it('tells programs the same', async () => {
    const { replicas } = JSON.parse(await status('-o', 'json')) as { replicas: { conflictsWith: string }[] };
    expect(replicas.map(({ conflictsWith }) => conflictsWith)).toEqual(['', 'one']);
  });
});
