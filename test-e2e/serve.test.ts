/** The server as people run it: the built program, real TLS, a real store, signals. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { makeHome } from './support/serve.ts';
import type { Home } from './support/serve.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { k: 'v' } });
const configMaps = '/api/v1/namespaces/default/configmaps';

describe('keelson serve', () => {
  it('serves over HTTPS with nothing but its flags, and writes a kubeconfig for its owner alone', async () => {
    const server = await home.start();
    expect(await server.ask('/readyz')).toMatchObject({ status: 200, body: 'ok' });
    expect(await server.ask(configMaps, { method: 'POST', body: configMap('a') })).toMatchObject({ status: 201 });
    expect(JSON.parse((await server.ask(`${configMaps}/a`)).body)).toMatchObject({
      kind: 'ConfigMap',
      data: { k: 'v' },
    });
    expect((await stat(home.kubeconfig)).mode & 0o777).toBe(0o600);
    expect(await readFile(home.kubeconfig, 'utf8')).toContain(`server: ${server.url}`);
  });

  it('lets strangers see whether it is well, and nothing else', async () => {
    const server = await home.start();
    const stranger = { headers: { Authorization: '' } };
    expect(await server.ask('/livez', stranger)).toMatchObject({ status: 200 });
    expect(await server.ask(configMaps, stranger)).toMatchObject({ status: 403 });
    expect(await server.ask(configMaps, { headers: { Authorization: 'Bearer wrong' } })).toMatchObject({ status: 401 });
  });

  it('keeps what it acknowledged when it is killed', async () => {
    const first = await home.start();
    for (let count = 0; count < 20; count += 1) {
      expect(await first.ask(configMaps, { method: 'POST', body: configMap(`a${String(count)}`) })).toMatchObject({
        status: 201,
      });
    }
    first.process.kill('SIGKILL');
    await first.ended;
    const second = await home.start();
    const list = JSON.parse((await second.ask(configMaps)).body) as { items: { metadata: { name: string } }[] };
    expect(list.items.filter(({ metadata }) => metadata.name.startsWith('a'))).toHaveLength(20);
  });

  it('ends watches and exits with 0 when it is told to stop', async () => {
    const server = await home.start();
    const watching = server.ask(`${configMaps}?watch=1`);
    expect(await server.ask(configMaps, { method: 'POST', body: configMap('a') })).toMatchObject({ status: 201 });
    server.process.kill('SIGTERM');
    expect((await watching).body).toContain('"type":"ADDED"');
    expect(await server.ended).toBe(0);
  });

  it('says what is wrong when it cannot start, with exit code 1', async () => {
    const server = await home.start();
    const port = new URL(server.url).port;
    await expect(home.start('--data-dir', join(home.folder, 'other'), '--secure-port', port)).rejects.toThrow(
      /exit code 1: .*is in use/s,
    );
    await expect(home.start()).rejects.toThrow(/exit code 1: keelson serve: /);
  });

  it('deletes what is in a namespace with it', async () => {
    const server = await home.start();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } };
    expect(await server.ask('/api/v1/namespaces', { method: 'POST', body: namespace })).toMatchObject({ status: 201 });
    expect(
      await server.ask('/api/v1/namespaces/gone/configmaps', { method: 'POST', body: configMap('a') }),
    ).toMatchObject({ status: 201 });
    expect((await server.ask('/api/v1/namespaces/gone', { method: 'DELETE' })).status).toBe(200);
    const until = Date.now() + 90_000;
    while ((await server.ask('/api/v1/namespaces/gone')).status !== 404 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await server.ask('/api/v1/namespaces/gone')).status).toBe(404);
  });
});
