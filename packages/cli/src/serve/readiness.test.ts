/** A server that listens and has not finished its start. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';
import { startServer } from '@keelson/server';
import { silentLogger } from '@keelson/telemetry';

import { configurationOf } from './configuration.ts';
import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Undefined where nobody listens yet. */
function askReadyz(port: number): Promise<{ status: number | undefined; body: string } | undefined> {
  return new Promise((resolve) => {
    const settings = { port, path: '/readyz?verbose', host: '127.0.0.1', rejectUnauthorized: false, agent: false };
    const sent = request(settings, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    sent.on('error', () => resolve(undefined));
    sent.end();
  });
}

/** Clients of kube-apiserver ask for them by name. */
const checksOf124 = [
  ...['ping', 'log', 'etcd', 'informer-sync', 'autoregister-completion', 'shutdown'],
  ...[
    'aggregator-reload-proxy-client-cert',
    'apiservice-openapi-controller',
    'apiservice-openapiv3-controller',
    'apiservice-registration-controller',
    'apiservice-status-available-controller',
    'bootstrap-controller',
    'crd-informer-synced',
    'generic-apiserver-start-informers',
    'kube-apiserver-autoregistration',
    'priority-and-fairness-config-consumer',
    'priority-and-fairness-config-producer',
    'priority-and-fairness-filter',
    'rbac/bootstrap-roles',
    'scheduling/bootstrap-system-priority-classes',
    'start-apiextensions-controllers',
    'start-apiextensions-informers',
    'start-cluster-authentication-info-controller',
    'start-kube-aggregator-informers',
    'start-kube-apiserver-admission-initializer',
  ].map((name) => `poststarthook/${name}`),
];

describe('a server that listens', () => {
  it('is not ready before the steps of its start are done, whatever they wait for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keelson-readiness-'));
    folders.push(folder);
    // It is read once the port is open, and a read of it waits for a writer.
    const kubeconfig = join(folder, 'admin.kubeconfig');
    expect(spawnSync('mkfifo', [kubeconfig]).status).toBe(0);
    const port = await freePort();
    const flags = parseFlags(serveFlags, ['--data-dir', folder, '--secure-port', String(port)]);
    const starting = startServer({ ...(await configurationOf(flags)), logger: silentLogger });
    let asked: Awaited<ReturnType<typeof askReadyz>>;
    try {
      while (asked === undefined) asked = await askReadyz(port);
    } finally {
      await writeFile(kubeconfig, '');
    }
    const started = await starting;
    if (!started.ok) throw new Error(started.message);
    await started.server.whenReady();
    const ready = await askReadyz(port);
    await started.server.stop();
    expect(asked).toEqual({ status: 500, body: expect.stringContaining('[-]poststarthook/rbac/bootstrap-roles') });
    expect(ready?.status).toBe(200);
    expect(ready?.body.split('\n')).toEqual(expect.arrayContaining(checksOf124.map((name) => `[+]${name} ok`)));
  });
});
