import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { createMetrics, silentLogger } from '@keelson/telemetry';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Callouts } from './contract.ts';
import type { CalloutsOptions } from './create-callouts.ts';
import { makeAuthority, type Authority, type Leaf } from './testing/authority.ts';
import { closeAfterEach, openClient } from './testing/closings.ts';
import { serveNode, type NodeServer, type NodeServerOptions } from './testing/node-server.ts';
import { post, targetOf } from './testing/posts.ts';

let authority: Authority;
let leaf: Leaf;
const closings = closeAfterEach();
beforeAll(() => {
  authority = makeAuthority();
  leaf = authority.issue({ names: ['DNS:localhost', 'DNS:hook.default.svc', 'IP:127.0.0.1'] });
});
afterAll(() => authority.close());

async function serve(options: Partial<NodeServerOptions> = {}): Promise<NodeServer> {
  const server = await serveNode({ leaf, version: 'http/1.1', ...options });
  closings.push(() => server.close());
  return server;
}

const open = (options: Partial<CalloutsOptions> = {}): Callouts => openClient(closings, options);

it('trusts a certificate that is itself in the bundle', async () => {
  const { origin } = await serve();
  expect(await open().call(targetOf(origin, { authorities: leaf.cert }), post())).toMatchObject({ ok: true });
  const other = authority.issue({ names: ['IP:127.0.0.1'] });
  expect(await open().call(targetOf(origin, { authorities: other.cert }), post())).toMatchObject({ kind: 'untrusted' });
});

describe.each([
  ['h2', '2.0'],
  ['http/1.1', '1.1'],
] as const)('a call over %s', (version, number) => {
  it('sends method, path, headers and body, and returns the answer', async () => {
    const { origin, received } = await serve({
      version,
      answer: (_, response) => void response.writeHead(201, { 'X-Reason': 'fine' }).end('done'),
    });
    const answer = await open().call(targetOf(origin, { authorities: authority.pem }), post());
    expect(answer).toMatchObject({ ok: true, status: 201, body: Buffer.from('done') });
    const raw = answer.ok ? answer.rawHeaders.map((text) => text.toLowerCase()) : [];
    expect(raw[raw.indexOf('x-reason') + 1]).toBe('fine');
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/review?timeout=10s',
        body: '{"a":1}',
        version: number,
        headers: { 'content-type': 'application/json', accept: 'application/json', 'content-length': '7' },
      },
    ]);
    const { headers } = received[0] ?? {};
    expect(headers?.host ?? headers?.[':authority']).toBe(new URL(origin).host);
  });

  it('shows its credentials: a token, a password, a certificate', async () => {
    const { origin, received } = await serve({ version, clientAuthority: authority.pem });
    const callouts = open();
    const client = authority.issue({ usage: 'clientAuth' });
    for (const credentials of [
      { token: 'abc' },
      { username: 'anna', password: 'p:w' },
      { certificate: client.cert, privateKey: client.key },
    ]) {
      await callouts.call(targetOf(origin, { authorities: authority.pem, credentials }), post());
    }
    const shown = received.map(({ headers, client: name }) => [headers.authorization, name]);
    expect(shown).toEqual([
      ['Bearer abc', undefined],
      [`Basic ${Buffer.from('anna:p:w').toString('base64')}`, undefined],
      [undefined, 'leaf'],
    ]);
  });

  it('finds a Service by its resolver, and expects a certificate for the name of the Service', async () => {
    const { port, received } = await serve({ version });
    const resolveService = () => ({ ok: true as const, host: '127.0.0.1', port });
    const service = { namespace: 'default', name: 'hook', port: 443 };
    const target = targetOf('', { address: { kind: 'service', service }, authorities: authority.pem });
    expect(await open({ resolveService }).call(target, post())).toMatchObject({ ok: true });
    const { headers } = received[0] ?? {};
    expect(headers?.host ?? headers?.[':authority']).toBe('hook.default.svc:443');
    const other = { ...target, address: { kind: 'service', service: { ...service, name: 'other' } } } as const;
    expect(await open({ resolveService }).call(other, post())).toMatchObject({
      kind: 'untrusted',
      message: 'x509: certificate is valid for localhost, hook.default.svc, not other.default.svc',
      wasSent: false,
    });
  });

  it('carries bodies of many megabytes both ways', async () => {
    const { origin } = await serve({ version, answer: ({ body }, response) => void response.end(body) });
    const pieces = [10, 12_000_000, 1, 1, 20_000, 5_000, 300_000].map((length, index) =>
      Buffer.alloc(length, 0x61 + index),
    );
    const request = post({ body: pieces, maxAnswerBytes: 20_000_000, timeoutMs: 30_000 });
    const answer = await open().call(targetOf(origin, { authorities: authority.pem }), request);
    expect(answer.ok && answer.body.equals(Buffer.concat(pieces))).toBe(true);
  });

  it('keeps its connection for the next request, and shares it among equal targets', async () => {
    const { origin, connections } = await serve({ version });
    const callouts = open();
    for (let count = 0; count < 20; count += 1) {
      expect(await callouts.call(targetOf(origin, { authorities: authority.pem }), post())).toMatchObject({ ok: true });
    }
    expect(connections()).toBe(1);
  });

  it('opens another connection for other trust', async () => {
    const { origin } = await serve({ version });
    const stranger = makeAuthority();
    closings.push(() => stranger.close());
    const callouts = open();
    expect(await callouts.call(targetOf(origin, { authorities: authority.pem }), post())).toMatchObject({ ok: true });
    const untrusted = await callouts.call(targetOf(origin, { authorities: stranger.pem }), post());
    expect(untrusted).toMatchObject({ kind: 'untrusted', message: 'x509: certificate signed by unknown authority' });
  });

  it('follows no redirect', async () => {
    const { origin, received } = await serve({
      version,
      answer: (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    });
    const answer = await open().call(targetOf(origin, { authorities: authority.pem }), post());
    expect(answer).toMatchObject({ ok: true, status: 307 });
    expect(received).toHaveLength(1);
  });

  it('knows that the answers to HEAD, 204 and 304 have no body', async () => {
    const { origin } = await serve({
      version,
      answer: ({ path }, response) => {
        if (path === '/length') response.writeHead(200, { 'content-length': '500' }).end();
        else response.writeHead(Number(path.slice(1))).end();
      },
    });
    const callouts = open();
    const target = targetOf(origin, { authorities: authority.pem });
    const head = { method: 'HEAD', path: '/length', body: [] };
    expect(await callouts.call(target, post(head))).toMatchObject({ ok: true, status: 200, body: Buffer.alloc(0) });
    for (const status of [204, 304]) {
      const answer = await callouts.call(target, post({ method: 'GET', path: `/${status}`, body: [] }));
      expect(answer).toMatchObject({ ok: true, status, body: Buffer.alloc(0) });
    }
  });

  it('refuses an answer that is larger than agreed', async () => {
    const { origin } = await serve({
      version,
      answer: (_, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
        };
        response.on('drain', more).on('error', () => undefined);
        more();
      },
    });
    const target = targetOf(origin, { authorities: authority.pem });
    const answer = await open().call(target, post({ maxAnswerBytes: 100_000 }));
    expect(answer).toMatchObject({
      kind: 'tooLarge',
      message: 'the answer is larger than 100000 bytes',
      wasSent: true,
    });
  });

  it('ends when its time is over, or its client has left', async () => {
    const { origin } = await serve({ version, answer: () => undefined });
    const callouts = open();
    const target = targetOf(origin, { authorities: authority.pem });
    expect(await callouts.call(target, post({ timeoutMs: 1_000 }))).toMatchObject({
      kind: 'timeout',
      message: 'context deadline exceeded',
      wasSent: true,
    });
    expect(await callouts.call(target, post({ signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'aborted',
      wasSent: false,
    });
    const leaving = new AbortController();
    const call = callouts.call(target, post({ signal: leaving.signal }));
    leaving.abort();
    expect(await call).toMatchObject({ kind: 'aborted', message: 'context canceled' });
  });

  it('refuses requests beyond the limit of those under way, and takes them again later', async () => {
    const waiting: (() => void)[] = [];
    const { origin } = await serve({
      version,
      answer: (_, response) => void waiting.push(() => void response.end('x')),
    });
    const callouts = open();
    const target = targetOf(origin, { authorities: authority.pem, maxInFlight: 2 });
    const calls = [callouts.call(target, post()), callouts.call(target, post())];
    expect(await callouts.call(target, post())).toMatchObject({ kind: 'busy', wasSent: false });
    while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const release of waiting.splice(0)) release();
    expect(await Promise.all(calls)).toMatchObject([{ ok: true }, { ok: true }]);
    const again = callouts.call(target, post());
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    waiting.pop()?.();
    expect(await again).toMatchObject({ ok: true });
  });

  it('refuses what cannot be sent, without a word of its value', async () => {
    const { origin } = await serve({ version });
    const callouts = open();
    const target = targetOf(origin, { authorities: authority.pem });
    for (const request of [
      post({ headers: { authorization: 'secret\r\nx: y' } }),
      post({ headers: { 'a b': 'c' } }),
      post({ path: '/a b' }),
      post({ path: '/a\r\nHost: other' }),
      post({ method: 'A B' }),
    ]) {
      const answer = await callouts.call(target, request);
      expect(answer).toMatchObject({ kind: 'invalid', wasSent: false });
      expect(JSON.stringify(answer)).not.toContain('secret');
    }
  });
});

describe('calls', () => {
  it('go over plain HTTP where the address says so', async () => {
    const server = createServer((_, response) => void response.end('plain'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closings.push(() => server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await open().call(targetOf(origin), post())).toMatchObject({ ok: true, body: Buffer.from('plain') });
  });

  it('go to the address that was looked up before, and expect a certificate for the name', async () => {
    const named = authority.issue({ names: ['DNS:hook.test.invalid'] });
    const { origin, received } = await serve({ leaf: named });
    const host = new URL(origin).host.replace('localhost', 'hook.test.invalid');
    const target = targetOf(`https://${host}`, { authorities: authority.pem, connectTo: '127.0.0.1' });
    expect(await open().call(target, post())).toMatchObject({ ok: true });
    expect(received[0]?.headers.host).toBe(host);
  });

  it('use no proxy of the environment', async () => {
    const { origin, received } = await serve();
    const before = { ...process.env };
    process.env['HTTPS_PROXY'] = 'http://127.0.0.1:1';
    process.env['https_proxy'] = 'http://127.0.0.1:1';
    closings.push(() => {
      process.env = before;
    });
    await open().call(targetOf(origin, { authorities: authority.pem }), post());
    expect(received).toHaveLength(1);
  });

  it('of a crowd share a connection of HTTP/2 where the target speaks it', async () => {
    const crowd = 100;
    const held: (() => void)[] = [];
    const { origin, received, connections } = await serve({
      version: 'both',
      answer: (_, response) => {
        held.push(() => void response.end());
        if (held.length === crowd) for (const release of held) release();
      },
    });
    const callouts = open();
    const target = targetOf(origin, { authorities: authority.pem });
    const calls = await Promise.all(Array.from({ length: crowd }, () => callouts.call(target, post())));
    expect(calls.every(({ ok }) => ok)).toBe(true);
    expect(new Set(received.map(({ version }) => version))).toEqual(new Set(['2.0']));
    expect(connections()).toBe(1);
  });

  it('beyond the streams that a connection of HTTP/2 may have take another', async () => {
    const held: (() => void)[] = [];
    const { origin, connections } = await serve({
      version: 'h2',
      answer: (_, response) => void held.push(() => void response.end()),
    });
    const callouts = open();
    const target = targetOf(origin, { authorities: authority.pem });
    const calls = Array.from({ length: 150 }, () => callouts.call(target, post()));
    while (held.length < 150) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(connections()).toBe(2);
    callouts.close();
    await Promise.all(calls);
  });

  it('stay with HTTP/1.1 where the target asks for it, in a crowd too', async () => {
    const { origin, received } = await serve({ version: 'both' });
    const target = targetOf(origin, { authorities: authority.pem, http1Only: true });
    const callouts = open();
    await Promise.all(Array.from({ length: 60 }, () => callouts.call(target, post())));
    expect(new Set(received.map(({ version }) => version))).toEqual(new Set(['1.1']));
  });

  it('end when the client is closed', async () => {
    const { origin } = await serve({ answer: () => undefined });
    const callouts = open();
    const call = callouts.call(targetOf(origin, { authorities: authority.pem }), post());
    callouts.close();
    expect(await call).toMatchObject({ ok: false });
    expect(await callouts.call(targetOf(origin), post())).toMatchObject({ kind: 'aborted', wasSent: false });
  });

  it('are counted by target and outcome, those of very many targets together', async () => {
    const { origin } = await serve();
    const metrics = createMetrics({ release: '1.24', logger: silentLogger });
    const callouts = open({ metrics });
    await callouts.call(targetOf(origin, { authorities: authority.pem }), post());
    for (let count = 0; count < 300; count += 1) {
      await callouts.call(targetOf('ftp://x', { name: `name-${count}` }), post());
    }
    const { text } = await metrics.print();
    expect(text).toContain('keelson_callouts_total{outcome="answered",target="policy.example.com"} 1');
    expect(text).toContain('keelson_callouts_total{outcome="invalid",target="other"} 101');
    expect(text).toContain('keelson_callout_connections{target="policy.example.com"} 1');
    expect(text).toContain('keelson_callouts_in_flight{target="policy.example.com"} 0');
  });
});
