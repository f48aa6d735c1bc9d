/** Failures of audit sinks do not stop the server: files that fill, block or are missing, and webhooks that fail. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from '@jest/globals';

import { all, auditedHome } from './support/audited.ts';
import type { Event } from './support/audited.ts';
import { configMaps, counted, make } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { useHomes } from './support/homes.ts';
import type { Home, Started } from './support/serve.ts';

const newHome = useHomes();
const lostBy = (plugin: string) => `apiserver_audit_error_total{plugin="${plugin}"}`;

async function askOften(server: Started, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expect(await server.ask(`${configMaps}/none`)).toMatchObject({ status: 404 });
  }
}

/** Stops soon, even with audit events unwritten. */
async function end(server: Started): Promise<void> {
  const began = performance.now();
  server.process.kill();
  expect(await server.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(90_000);
}

describe('the file of the log', () => {
  it('is put aside when it is full', async () => {
    const home = await newHome();
    const server = await auditedHome(home).start(all, '--audit-log-maxsize=1', '--audit-log-maxbackup=2');
    const data = { k: 'x'.repeat(200_000) };
    await make(server, configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'big' }, data });
    for (let count = 0; count < 30; count += 1) await server.ask(`${configMaps}/big`);
    await eventually(async () => {
      const names = (await readdir(home.folder)).filter((name) => name.startsWith('audit'));
      expect(names).toHaveLength(3);
      for (const name of names) expect((await stat(join(home.folder, name))).size).toBeLessThan(1.5 * 1024 * 1024);
    });
  });

  it('stops nobody where there is no room in it, and what is lost is counted', async () => {
    const server = await auditedHome(await newHome()).startWithout(all, '--audit-log-path', '/dev/full');
    await askOften(server, 50);
    await eventually(async () => expect(await counted(server, lostBy('log'))).toBeGreaterThanOrEqual(100));
    expect(await counted(server, 'apiserver_audit_event_total')).toBeGreaterThanOrEqual(100);
    expect(server.printed()).toContain('audit events were lost');
    await end(server);
  });

  it('stops nobody where it cannot be made, and is written to once it can be', async () => {
    const home = await newHome();
    const path = join(home.folder, 'none', 'audit.log');
    const server = await auditedHome(home).startWithout(all, '--audit-log-path', path);
    await askOften(server, 50);
    await eventually(async () => expect(await counted(server, lostBy('log'))).toBeGreaterThanOrEqual(100));
    await mkdir(dirname(path));
    await server.ask('/version');
    await eventually(async () => expect(await readFile(path, 'utf8')).toContain('/version'));
    await end(server);
  });

  it('stops nobody where it is a pipe that nobody reads', async () => {
    const home = await newHome();
    const path = join(home.folder, 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    const server = await auditedHome(home).startWithout(all, '--audit-log-path', path);
    await askOften(server, 50);
    await eventually(async () => expect(await counted(server, lostBy('log'))).toBeGreaterThan(0));
    await end(server);
  });
});

interface Received {
  readonly kind: string;
  readonly items: readonly Event[];
}

describe('another server that is told of requests', () => {
  let listening: Server | undefined;
  afterEach(() => {
    listening?.closeAllConnections();
    listening?.close();
  });

  /** The flags that lead to it, and what it was told. */
  async function listen(home: Home, answer: 'takes' | 'refuses' | 'is silent') {
    const lists: Received[] = [];
    const server = createServer((incoming, response) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () => {
        lists.push(JSON.parse(text) as Received);
        if (answer !== 'is silent') response.writeHead(answer === 'takes' ? 200 : 400).end();
      });
    });
    listening = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const path = join(home.folder, 'audit.kubeconfig');
    const cluster = { server: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/audit` };
    const contexts = [{ name: 'c', context: { cluster: 'a' } }];
    const config = { 'current-context': 'c', contexts, clusters: [{ name: 'a', cluster }] };
    await writeFile(path, JSON.stringify(config));
    return { lists, flags: ['--audit-webhook-config-file', path] };
  }

  it('gets them in batches', async () => {
    const home = await newHome();
    const { lists, flags } = await listen(home, 'takes');
    const batches = ['--audit-webhook-batch-max-wait=300ms', '--audit-webhook-batch-max-size=10'];
    const server = await auditedHome(home).startWithout(all, ...flags, ...batches);
    await askOften(server, 40);
    await eventually(() => {
      const asked = lists.flatMap(({ items }) => items).filter(({ requestURI }) => requestURI.endsWith('/none'));
      expect(asked).toHaveLength(80);
    });
    expect(lists.every(({ kind, items }) => kind === 'EventList' && items.length <= 10)).toBe(true);
    expect(await counted(server, lostBy('webhook'))).toBe(0);
    await end(server);
  });

  it.each(['refuses', 'is silent'] as const)('and %s stops nobody; what is lost is counted', async (answer) => {
    const home = await newHome();
    const { flags } = await listen(home, answer);
    const batches = ['--audit-webhook-batch-buffer-size=20', '--audit-webhook-batch-max-size=5'];
    const server = await auditedHome(home).startWithout(all, ...flags, ...batches);
    await askOften(server, 100);
    await eventually(async () => expect(await counted(server, lostBy('webhook'))).toBeGreaterThan(100));
    await end(server);
  });
});
