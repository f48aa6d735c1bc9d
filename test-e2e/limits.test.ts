/** The limits on one client, for the sake of the others: sizes, slowness, concurrency; and graceful shutdown. */
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { residentMebibytes } from './support/process-use.ts';
import { openRaw } from './support/raw.ts';
import { makeHome, token } from './support/serve.ts';
import type { Home } from './support/serve.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const configMaps = '/api/v1/namespaces/default/configmaps';
const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: keelson', `Authorization: Bearer ${token}`, ...headers].join('\r\n')}\r\n\r\n`;
const post = (...headers: string[]) => head(`POST ${configMaps}`, 'Content-Type: application/json', ...headers);

describe('limits', () => {
  it('of a body are 3 MiB, told before or found out on the way', async () => {
    const server = await home.start();
    const tooLong = openRaw(server.url);
    tooLong.write(post('Content-Length: 3145729'));
    const endless = openRaw(server.url);
    endless.write(post('Transfer-Encoding: chunked'));
    const chunk = `10000\r\n${' '.repeat(0x1_0000)}\r\n`;
    const sending = setInterval(() => endless.write(chunk), 1);
    const answers = await Promise.all([tooLong.closed, endless.closed]);
    clearInterval(sending);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"reason":"RequestEntityTooLarge"');
    }
    expect((await server.ask('/readyz')).status).toBe(200);
  });

  it('of headers are told to who exceeds them', async () => {
    const server = await home.start();
    const raw = openRaw(server.url);
    raw.write(head(`GET ${configMaps}`, `X-Long: ${'x'.repeat(100_000)}`));
    const answer = await raw.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"kind":"Status"');
  });

  it('of patience end requests that come too slowly', async () => {
    const server = await home.start();
    const half = openRaw(server.url);
    half.write(`GET ${configMaps} HTTP/1.1\r\nHost: kee`);
    expect(await half.closed).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    expect((await server.ask('/readyz')).status).toBe(200);
  });

  it('of time answer a request that does not get done with 504', async () => {
    const server = await home.start('--request-timeout', '1s');
    const raw = openRaw(server.url);
    raw.write(post('Content-Length: 100'));
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 504 .*"reason":"Timeout"/s);
  });

  it('of requests at a time send the others away for a second, but no administrator and no watch', async () => {
    await home.addUsers('bob');
    const limits = ['--enable-priority-and-fairness=false', '--max-requests-inflight', '1'];
    const flags = [...limits, '--authorization-mode', 'AlwaysAllow'];
    const server = await home.start(...flags);
    const asBob = { headers: { Authorization: 'Bearer bob' } };
    // A revision that is still to come is waited for.
    const waiting = server.ask(`${configMaps}?resourceVersion=1000000`, asBob);
    const isBusy = /apiserver_current_inflight_requests\{request_kind="readOnly"\} 2\n/;
    while (!isBusy.test((await server.ask('/metrics')).body)) await setTimeout(10);
    const refused = await server.ask(configMaps, asBob);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(refused.body).toBe('Too many requests, please try again later.\n');
    const watches = [0, 1, 2].map(() => server.ask(`${configMaps}?watch=1&timeoutSeconds=1`, asBob));
    expect((await server.ask(configMaps)).status).toBe(200);
    expect((await server.ask('/livez', asBob)).status).toBe(200);
    for (const { status } of await Promise.all(watches)) expect(status).toBe(200);
    expect((await waiting).status).toBe(504);
    expect((await server.ask(configMaps, asBob)).status).toBe(200);
  });
});

describe('clients that do not read', () => {
  it('cost the server little, however much they asked for', async () => {
    const server = await home.start();
    const objects = 40;
    for (let count = 0; count < objects; count += 1) {
      const body = { metadata: { name: `big-${String(count)}` }, data: { text: 'x'.repeat(1_000_000) } };
      expect((await server.ask(configMaps, { method: 'POST', body })).status).toBe(201);
    }
    const before = await residentMebibytes(server.process.pid);
    const clients = Array.from({ length: 16 }, () => openRaw(server.url, { reads: false }));
    for (const client of clients) client.write(head(`GET ${configMaps}`));
    let most = before;
    for (let look = 0; look < 20; look += 1) {
      await setTimeout(100);
      most = Math.max(most, await residentMebibytes(server.process.pid));
    }
    // Built whole, these answers would be 640 MB.
    expect(most - before).toBeLessThan(200);
    expect((await server.ask(`${configMaps}/big-0`)).status).toBe(200);
    for (const client of clients) client.close();
  });
});

describe('what Node does not take for HTTP', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['an unknown method in a request that is unusual', head('FOO /api/v1/namespaces', 'TE: trailers'), 405],
    ['two lengths', post('Content-Length: 1', 'Content-Length: 2'), 400],
    ['a length and chunks', post('Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    ['a chunk that is none', `${post('Transfer-Encoding: chunked')}zz\r\n`, 400],
  ])('is refused with a Status: %s', async (_, bytes, code) => {
    const server = await home.start();
    const raw = openRaw(server.url);
    raw.write(bytes);
    const answer = await raw.closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(code)} `));
    expect(answer).toMatch(/"kind":"Status".*"status":"Failure"/);
  });
});

describe('a request with a method that nobody knows', () => {
  it('is authenticated, and in a flow, before it is refused, and leaves the connection as it is', async () => {
    const server = await home.start();
    const raw = openRaw(server.url);
    raw.write(head('FOO /api/v1/namespaces'));
    const answer = await raw.until(/"code": ?\d+/);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nX-Kubernetes-Pf-Flowschema-Uid: [\w-]+\r\nX-Kubernetes-Pf-Prioritylevel-Uid: /);
    raw.write(head('GET /readyz'));
    await raw.until(/HTTP\/1\.1 200 /);
    raw.close();
    const stranger = openRaw(server.url);
    stranger.write('FOO /api/v1/namespaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer nobody\r\n\r\n');
    expect(await stranger.until(/"code": ?\d+/)).toMatch(/^HTTP\/1\.1 401 /);
    stranger.close();
  });

  it('is answered by pages as one that they know', async () => {
    const server = await home.start();
    const pages = [
      ...['/api', '/api/v1', '/apis/apps/v1', '/version'].map((path) => [path, '405']),
      ...['/', '/apis', '/apis/apps', '/healthz', '/livez/ping', '/metrics'].map((path) => [path, '200']),
      ...['/nowhere', '/apis/apps/v1/nowhere'].map((path) => [path, '404']),
    ];
    for (const [path = '', code] of pages) {
      const raw = openRaw(server.url);
      raw.write(head(`ODD ${path}`));
      const answer = await raw.until(/^HTTP\/1\.1 \d+ /);
      expect([path, /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]]).toEqual([path, code]);
      raw.close();
    }
  });
});

describe('a request that says that it is the last one', () => {
  it('is answered, and what comes behind it is not, whenever it comes', async () => {
    const server = await home.start();
    const last = head(`GET ${configMaps}/nothing`, 'Connection: close');
    const [together, apart] = [openRaw(server.url), openRaw(server.url)];
    together.write(`${last}{"kind":"DeleteOptions"}`);
    apart.write(last);
    apart.write('{"kind":');
    await setTimeout(20);
    apart.write('"DeleteOptions"}');
    for (const answer of await Promise.all([together.closed, apart.closed])) {
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
  });
});

describe('told to stop', () => {
  it('it is not ready, goes on for the delay, ends watches cleanly, finishes what it does, and exits with 0', async () => {
    const server = await home.start('--shutdown-delay-duration', '3s');
    const watching = server.ask(`${configMaps}?watch=1`);
    const writing = openRaw(server.url);
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } });
    writing.write(post(`Content-Length: ${String(body.length)}`, 'Connection: close'));
    expect((await server.ask('/readyz')).status).toBe(200);
    server.process.kill('SIGTERM');
    const until = Date.now() + 2_900;
    let readiness = 200;
    while (readiness === 200 && Date.now() < until) ({ status: readiness } = await server.ask('/readyz'));
    expect(readiness).toBe(500);
    expect((await server.ask('/livez')).status).toBe(200);
    expect((await server.ask(configMaps)).status).toBe(200);
    expect((await watching).status).toBe(200);
    writing.write(body);
    expect(await writing.closed).toMatch(/^HTTP\/1\.1 201 /);
    expect(await server.ended).toBe(0);
  });
});
