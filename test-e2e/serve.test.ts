/** The server as people run it: the built program, real TLS, a real store, signals. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const program = join(import.meta.dirname, '..', 'bin', 'keelson');
const token = 'a-token-for-tests';

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
  readonly startMs: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let folder = '';
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-e2e-'));
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,1,"system:masters"\n`);
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(...flags: string[]): Promise<Started> {
  const began = performance.now();
  const args = [
    'serve',
    '--data-dir',
    join(folder, 'data'),
    '--secure-port',
    '0',
    '--token-auth-file',
    join(folder, 'tokens.csv'),
  ];
  const child = spawn(process.execPath, [program, ...args, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /https:\/\/\S+/.exec(said)?.[0];
      if (url !== undefined) resolve({ process: child, url, startMs: performance.now() - began });
    });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('exit', (code) => reject(new Error(`exit code ${String(code)}: ${said}`)));
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

async function ask(
  url: string,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = 'GET', body, headers = {} } = init;
  const all = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'User-Agent': 'e2e', ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: all, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { k: 'v' } });
const configMaps = '/api/v1/namespaces/default/configmaps';

describe('keelson serve', () => {
  it('serves over HTTPS with nothing but its flags, and writes a kubeconfig for its owner alone', async () => {
    const { url } = await start();
    expect(await ask(url, '/readyz')).toMatchObject({ status: 200, body: 'ok' });
    expect(await ask(url, configMaps, { method: 'POST', body: configMap('a') })).toMatchObject({ status: 201 });
    expect(JSON.parse((await ask(url, `${configMaps}/a`)).body)).toMatchObject({ kind: 'ConfigMap', data: { k: 'v' } });
    const kubeconfig = join(folder, 'data', 'admin.kubeconfig');
    expect((await stat(kubeconfig)).mode & 0o777).toBe(0o600);
    expect(await readFile(kubeconfig, 'utf8')).toContain(`server: ${url}`);
  });

  it('lets strangers see whether it is well, and nothing else', async () => {
    const { url } = await start();
    const stranger = { headers: { Authorization: '' } };
    expect(await ask(url, '/livez', stranger)).toMatchObject({ status: 200 });
    expect(await ask(url, configMaps, stranger)).toMatchObject({ status: 403 });
    expect(await ask(url, configMaps, { headers: { Authorization: 'Bearer wrong' } })).toMatchObject({ status: 401 });
  });

  it('keeps what it acknowledged when it is killed', async () => {
    const first = await start();
    for (let count = 0; count < 20; count += 1) {
      expect(await ask(first.url, configMaps, { method: 'POST', body: configMap(`a${String(count)}`) })).toMatchObject({
        status: 201,
      });
    }
    first.process.kill('SIGKILL');
    await ended(first.process);
    const second = await start();
    const list = JSON.parse((await ask(second.url, configMaps)).body) as { items: unknown[] };
    expect(list.items).toHaveLength(20);
  });

  it('ends watches and exits with 0 when it is told to stop', async () => {
    const { url, process: server } = await start();
    const watching = ask(url, `${configMaps}?watch=1`);
    expect(await ask(url, configMaps, { method: 'POST', body: configMap('a') })).toMatchObject({ status: 201 });
    const code = ended(server);
    server.kill('SIGTERM');
    expect((await watching).body).toContain('"type":"ADDED"');
    expect(await code).toBe(0);
  });

  it('says what is wrong when it cannot start, with exit code 1', async () => {
    const { url } = await start();
    const port = new URL(url).port;
    await expect(start('--data-dir', join(folder, 'other'), '--secure-port', port)).rejects.toThrow(
      /exit code 1: .*is in use/s,
    );
    await expect(start()).rejects.toThrow(/exit code 1: keelson serve: /);
  });

  it('deletes what is in a namespace with it', async () => {
    const { url } = await start();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } };
    expect(await ask(url, '/api/v1/namespaces', { method: 'POST', body: namespace })).toMatchObject({ status: 201 });
    expect(
      await ask(url, '/api/v1/namespaces/gone/configmaps', { method: 'POST', body: configMap('a') }),
    ).toMatchObject({ status: 201 });
    expect((await ask(url, '/api/v1/namespaces/gone', { method: 'DELETE' })).status).toBe(200);
    const until = Date.now() + 10_000;
    while ((await ask(url, '/api/v1/namespaces/gone')).status !== 404 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await ask(url, '/api/v1/namespaces/gone')).status).toBe(404);
  });
});
