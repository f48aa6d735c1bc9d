import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Callouts, StreamedAnswer, StreamedRequest } from './contract.ts';
import { makeAuthority, type Authority, type Leaf } from './testing/authority.ts';
import { closeAfterEach, openClient } from './testing/closings.ts';
import { serveNode, type NodeServerOptions } from './testing/node-server.ts';
import { targetOf } from './testing/posts.ts';

let authority: Authority;
let leaf: Leaf;
beforeAll(() => {
  authority = makeAuthority();
  leaf = authority.issue();
});
afterAll(() => authority.close());

const closings = closeAfterEach();

const open = (): Callouts => openClient(closings);

async function serve(options: Pick<NodeServerOptions, 'version' | 'answer'>) {
  const server = await serveNode({ leaf, ...options });
  closings.push(() => server.close());
  return { ...server, target: targetOf(server.origin, { authorities: authority.pem }) };
}

const get: StreamedRequest = { method: 'GET', path: '/things?watch=1', headers: { accept: 'application/json' } };

function answerOf(outcome: StreamedAnswer | { readonly ok: false; readonly message: string }): StreamedAnswer {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

describe.each(['h2', 'http/1.1'] as const)('a streamed answer over %s', (version) => {
  it('comes piece by piece, as long as the server likes', async () => {
    let end = (): void => undefined;
    const { target } = await serve({
      version,
      answer: (_, response) => {
        response.write('one');
        end = () => void response.end('two');
      },
    });
    const timeoutMs = 2_000;
    const { status, body } = answerOf(await open().open(target, { ...get, timeoutMs }));
    setTimeout(end, timeoutMs + 10);
    const pieces: string[] = [];
    for await (const piece of body ?? []) pieces.push(String(piece));
    expect([status, pieces]).toEqual([200, ['one', 'two']]);
  });

  it('is not waited for longer than agreed, where its head does not come', async () => {
    const { target } = await serve({ version, answer: () => undefined });
    expect(await open().open(target, { ...get, timeoutMs: 1_000 })).toMatchObject({ kind: 'timeout', wasSent: true });
  });

  it('is held back while nobody reads it', async () => {
    let sent = 0;
    const { target } = await serve({
      version,
      answer: (_, response) => {
        const more = (): void => {
          while (sent < 64 * 1024 * 1024) {
            sent += 64 * 1024;
            if (!response.write(Buffer.alloc(64 * 1024, 'x'))) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      },
    });
    const { body } = answerOf(await open().open(target, get));
    await delay(300);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
    expect((await buffer(body ?? Readable.from([]))).length).toBe(64 * 1024 * 1024);
  });

  it('ends the request of the server when its reader leaves', async () => {
    const left: unknown[] = [];
    const { target } = await serve({
      version,
      answer: (_, response) => {
        response.on('close', () => left.push('left'));
        response.write('x');
      },
    });
    const callouts = open();
    for (const leave of [
      (body: Readable) => void body.destroy(),
      (_: Readable, leaving: AbortController) => leaving.abort(),
    ]) {
      const leaving = new AbortController();
      const { body } = answerOf(await callouts.open(target, { ...get, signal: leaving.signal }));
      if (body === undefined) throw new Error('there is no body');
      await once(body, 'readable');
      leave(body, leaving);
      await expectEventually(() => left.length > 0);
      left.splice(0);
      expect(body.destroyed).toBe(true);
    }
  });

  it('fails where it ends before its end', async () => {
    const { target } = await serve({
      version,
      answer: (_, response) => {
        response.writeHead(200, { 'content-length': '10' });
        response.write('half');
        setTimeout(() => {
          if (version === 'h2') response.stream.session?.destroy();
          else response.socket.destroy();
        }, 30);
      },
    });
    const { body } = answerOf(await open().open(target, get));
    await expect(text(body ?? Readable.from([]))).rejects.toThrow();
  });

  it('may begin while the body of the request is still on its way', async () => {
    const { target, received } = await serve({ version, answer: ({ body }, response) => void response.end(body) });
    const body = new PassThrough();
    const opening = open().open(target, { ...get, method: 'POST', body });
    body.write('a');
    await delay(30);
    body.end('b');
    const answer = answerOf(await opening);
    expect(await textOf(answer)).toBe('ab');
    expect(received[0]?.body).toBe('ab');
  });

  it.each([
    ['before the connection is open', () => Promise.resolve()],
    ['on its way', () => delay(30)],
  ])('is given up where the body of the request breaks off, %s', async (_, until) => {
    const { target, received } = await serve({ version });
    const body = new PassThrough();
    const opening = open().open(target, { ...get, method: 'POST', body });
    body.write('a');
    await until();
    body.destroy();
    expect(await opening).toMatchObject({ ok: false, kind: 'aborted' });
    expect(received).toHaveLength(0);
  });
});

describe('a connection that switches protocols', () => {
  const upgrade: StreamedRequest = {
    method: 'GET',
    path: '/exec',
    headers: { connection: 'Upgrade', upgrade: 'spdy/3.1' },
  };

  async function serveUpgrade() {
    const server = createServer(
      { cert: leaf.cert, key: leaf.key },
      (_, response) => void response.writeHead(400).end('no'),
    );
    const sockets: NodeJS.EventEmitter[] = [];
    server.on('upgrade', (request, socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      if (request.url === '/no') socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
      else {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: spdy/3.1\r\n\r\nhello ');
        socket.on('data', (bytes: Buffer) => void socket.write(`echo ${bytes.toString()}`));
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closings.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    return { target: targetOf(origin, { authorities: authority.pem, http1Only: true }), sockets };
  }

  it('carries both directions, from the first byte behind the head', async () => {
    const { target } = await serveUpgrade();
    const { status, socket, rawHeaders } = answerOf(await open().open(target, upgrade));
    expect([status, rawHeaders]).toEqual([101, ['Connection', 'Upgrade', 'Upgrade', 'spdy/3.1']]);
    let heard = '';
    socket?.on('data', (bytes: Buffer) => (heard += bytes.toString())).resume();
    socket?.write('you');
    await expectEventually(() => heard === 'hello echo you');
    socket?.destroy();
  });

  it('ends with its signal, and with the client', async () => {
    const { target, sockets } = await serveUpgrade();
    const callouts = open();
    const leaving = new AbortController();
    const { socket } = answerOf(await callouts.open(target, { ...upgrade, signal: leaving.signal }));
    const closed = once(sockets[0] ?? new PassThrough(), 'close');
    leaving.abort();
    await closed;
    expect(socket?.destroyed).toBe(true);
    const other = answerOf(await callouts.open(target, upgrade));
    callouts.close();
    expect(other.socket?.destroyed).toBe(true);
  });

  it('gives the answer of a server that does not', async () => {
    const { target } = await serveUpgrade();
    const answer = answerOf(await open().open(target, { ...upgrade, path: '/no' }));
    expect([answer.status, await textOf(answer)]).toEqual([403, 'no']);
  });
});

function textOf({ whole, body = Readable.from(whole === undefined ? [] : [whole]) }: StreamedAnswer): Promise<string> {
  return text(body);
}

async function expectEventually(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) await delay(10);
  expect(isSo()).toBe(true);
}
