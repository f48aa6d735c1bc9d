import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { makeAuthority, serveNode, type Authority, type NodeServer } from '@keelson/callouts/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import type { RemoteApi } from '../contract.ts';
import { serveProxy, type ServedProxy } from '../testing/serve-proxy.ts';

let authority: Authority;
beforeAll(() => {
  authority = makeAuthority();
});
afterAll(() => authority.close());

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A proxy whose only API is served at this port. */
async function serve(port: number, changes: Partial<RemoteApi> = {}): Promise<ServedProxy> {
  const remote: RemoteApi = {
    name: 'v1.g',
    isAvailable: true,
    target: {
      name: 'v1.g',
      address: { kind: 'service', service: { namespace: 'default', name: 'api', port: 443 } },
      authorities: authority.pem,
    },
    ...changes,
  };
  const proxy = await serveProxy({
    remote: () => remote,
    resolveService: () => ({ ok: true, host: '127.0.0.1', port }),
  });
  closings.unshift(() => proxy.close());
  return proxy;
}

type NodeAnswer = Parameters<typeof serveNode>[0]['answer'];

async function serveBackend(version: 'h2' | 'http/1.1', answer?: NodeAnswer): Promise<NodeServer> {
  const leaf = authority.issue({ names: ['DNS:api.default.svc'] });
  const server = await serveNode({ leaf, version, ...(answer && { answer }) });
  closings.push(() => server.close());
  return server;
}

const path = '/apis/g/v1/namespaces/default/things';

describe.each(['h2', 'http/1.1'] as const)('a request for an API that is served elsewhere, over %s', (version) => {
  it('is carried over, with the user and without the credentials', async () => {
    const backend = await serveBackend(
      version,
      (_, response) => void response.writeHead(201, { 'x-a': 'b' }).end('made'),
    );
    const proxy = await serve(backend.port);
    const answer = await proxy.ask(`${path}?b=1&a=%20`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'x-remote-user': 'mallory', 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: 'made',
      headers: { 'x-a': 'b', 'cache-control': 'no-cache, private' },
    });
    expect(backend.received).toMatchObject([{ method: 'POST', path: `${path}?a=+&b=1`, body: '{"a":1}' }]);
    expect(backend.received[0]?.headers).toMatchObject({
      'x-remote-user': 'anna',
      'x-remote-group': 'devs',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `127.0.0.1:${backend.port}`,
      'x-forwarded-proto': 'https',
      'x-forwarded-uri': path,
      'content-type': 'application/json',
    });
    expect(JSON.stringify(backend.received)).not.toMatch(/secret|mallory/);
  });

  it('is answered as the other server answers: its headers are added to ours, and redirects are passed on', async () => {
    const backend = await serveBackend(version, (_, response) => {
      const headers = { 'cache-control': 'max-age=5', location: '/x?y', 'audit-id': 'mine', warning: '299 - "far"' };
      response.writeHead(302, { ...headers, 'access-control-allow-origin': '*' }).end();
    });
    const proxy = await serve(backend.port);
    const { status, headers } = await proxy.ask(path);
    expect(status).toBe(302);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache, private, max-age=5',
      location: `https://127.0.0.1:${backend.port}/x?y`,
      'audit-id': 'id',
      warning: '299 - "far"',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may have answers without bodies', async () => {
    const backend = await serveBackend(
      version,
      ({ path: asked }, response) => void response.writeHead(Number(asked.slice(-3))).end(),
    );
    const proxy = await serve(backend.port);
    expect(await proxy.ask(`${path}/204`)).toMatchObject({ status: 204, body: '' });
    expect(await proxy.ask(`${path}/304`)).toMatchObject({ status: 304, body: '' });
    expect(await proxy.ask(`${path}/200`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('streams a watch, event by event, and ends it at the other server when the client leaves', async () => {
    const left: string[] = [];
    const backend = await serveBackend(version, (_, response) => {
      response.on('close', () => left.push('left'));
      response.write('{"type":"ADDED"}\n');
      setTimeout(() => response.write('{"type":"MODIFIED"}\n'), 50);
    });
    const proxy = await serve(backend.port);
    const answer = await proxy.open(`${path}?watch=1`);
    const events: string[] = [];
    for await (const piece of answer) {
      events.push(String(piece));
      if (events.length === 2) break;
    }
    expect(events).toEqual(['{"type":"ADDED"}\n', '{"type":"MODIFIED"}\n']);
    answer.destroy();
    await eventually(() => left.length === 1);
  });

  it('sends the head of a watch that has no events yet', async () => {
    const backend = await serveBackend(version, (_, response) => void response.writeHead(200).write(''));
    const proxy = await serve(backend.port);
    const answer = await proxy.open(`${path}?watch=1`);
    expect(answer.statusCode).toBe(200);
    answer.destroy();
  });

  it('streams large bodies both ways, and holds each side back while the other does not read', async () => {
    const size = 24 * 1024 * 1024;
    const backend = await serveBackend(version, ({ body }, response) => void response.end(body));
    const proxy = await serve(backend.port);
    const answer = await proxy.open(path, { method: 'PUT', body: 'x'.repeat(size) });
    await delay(100);
    let bytes = 0;
    for await (const piece of answer) bytes += (piece as Buffer).length;
    expect(bytes).toBe(size);
    expect(proxy.told).toContain('turn');
    expect(proxy.told).toContain('waits');
  });

  it('cuts the answer off where the other server does', async () => {
    const backend = await serveBackend(version, (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => backend.close(), 30);
    });
    const proxy = await serve(backend.port);
    await expect(proxy.ask(path)).rejects.toThrow();
  });

  it('is given up at the other server when its client leaves before the answer', async () => {
    const left: string[] = [];
    const backend = await serveBackend(version, (_, response) => void response.on('close', () => left.push('left')));
    const proxy = await serve(backend.port);
    const client = proxy.connect();
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await eventually(() => backend.received.length === 1);
    client.destroy();
    await eventually(() => left.length === 1);
  });
});

describe('a server that does not answer', () => {
  const plainText = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

  it('is said to be unavailable, where that is known before', async () => {
    const proxy = await serve(1, { isAvailable: false });
    expect(await proxy.ask(path)).toMatchObject({ status: 503, body: 'service unavailable\n', headers: plainText });
    const unresolved = await serveProxy({
      remote: () => ({
        name: 'v1.g',
        isAvailable: true,
        target: { name: 'g', address: { kind: 'service', service: { namespace: 'a', name: 'b', port: 1 } } },
      }),
      resolveService: () => ({ ok: false, message: 'service "b" not found' }),
    });
    closings.push(() => unresolved.close());
    expect(await unresolved.ask(path)).toMatchObject({ status: 503, body: 'service unavailable\n' });
  });

  it('is answered for with the reason', async () => {
    const closing = await serveBackend('http/1.1', (_, response) => void response.socket.destroy());
    const proxy = await serve(closing.port);
    for (const method of ['GET', 'POST']) {
      const body = 'error trying to reach service: EOF\n';
      expect(await proxy.ask(path, { method })).toMatchObject({ status: 503, body, headers: plainText });
    }
    closing.close();
    const words = `error trying to reach service: dial tcp 127.0.0.1:${closing.port}: connect: connection refused\n`;
    expect(await (await serve(closing.port)).ask(path)).toMatchObject({ status: 503, body: words });
  });

  it('is not trusted with a certificate of a stranger', async () => {
    const stranger = makeAuthority();
    closings.push(() => stranger.close());
    const backend = await serveBackend('http/1.1');
    const address = { kind: 'service', service: { namespace: 'default', name: 'api', port: 443 } } as const;
    const proxy = await serve(backend.port, { target: { name: 'x', address, authorities: stranger.pem } });
    const body = 'error trying to reach service: x509: certificate signed by unknown authority\n';
    expect(await proxy.ask(path)).toMatchObject({ status: 503, body });
    expect(backend.received).toEqual([]);
  });
});

describe('a request to switch protocols', () => {
  async function serveShell() {
    const { cert, key } = authority.issue({ names: ['DNS:api.default.svc'] });
    const server = createServer({ cert, key }, (_, response) => void response.end('no shell'));
    const heads: unknown[] = [];
    const sockets: Socket[] = [];
    server.on('upgrade', ({ headers, url }, socket: Socket, rest) => {
      heads.push(headers);
      sockets.push(socket);
      socket.on('error', () => undefined);
      if (url?.endsWith('/no') === true) {
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 15\r\n\r\nno upgrade here');
        return;
      }
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: spdy/3.1\r\n\r\n');
      socket.on('data', (bytes: Buffer) => socket.write(`echo ${bytes.toString()}`)).on('end', () => socket.end());
      if (rest.length > 0) socket.unshift(rest);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closings.push(() => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, heads, sockets };
  }

  const ask = (name: string): string =>
    `GET ${path}/${name} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: spdy/3.1\r\nAuthorization: Bearer secret\r\n\r\n`;

  async function speak(proxy: ServedProxy, name: string) {
    const socket = proxy.connect();
    closings.push(() => socket.destroy());
    let came = '';
    socket.on('data', (bytes: Buffer) => (came += bytes.toString())).on('error', () => undefined);
    socket.write(ask(name));
    await eventually(() => came.includes('\r\n\r\n'));
    return { socket, came: () => came };
  }

  it('joins both connections, and ends one with the other', async () => {
    const shell = await serveShell();
    const proxy = await serve(shell.port);
    const { socket, came } = await speak(proxy, 'shell');
    expect(came()).toBe('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: spdy/3.1\r\n\r\n');
    socket.write('hello');
    await eventually(() => came().endsWith('echo hello'));
    expect(shell.heads).toMatchObject([
      { connection: 'Upgrade', upgrade: 'spdy/3.1', 'x-remote-user': 'anna', 'x-forwarded-for': '127.0.0.1' },
    ]);
    expect(JSON.stringify(shell.heads)).not.toContain('secret');
    socket.end();
    await eventually(() => shell.sockets[0]?.destroyed === true);
    const other = await speak(proxy, 'shell');
    const ended = once(other.socket, 'close');
    shell.sockets[1]?.destroy();
    await ended;
  });

  it('passes on the answer of a server that refuses, and closes the connection', async () => {
    const proxy = await serve((await serveShell()).port);
    const { socket, came } = await speak(proxy, 'no');
    await eventually(() => socket.destroyed);
    expect(came()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/plain\r\n[^]*\r\n\r\nno upgrade here$/);
    expect(came()).not.toContain('Audit-Id');
  });

  it('is refused where the other server answers as if nothing was asked', async () => {
    const backend = await serveBackend('http/1.1');
    const proxy = await serve(backend.port);
    const answered = await speak(proxy, 'shell');
    expect(answered.came()).toMatch(/^HTTP\/1\.1 503 [^]*invalid upgrade response: status code 200\n$/);
  });
});

async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(10);
}
