import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http2';
import type {
  Http2Server,
  IncomingHttpHeaders,
  ServerHttp2Session,
  ServerHttp2Stream,
  ServerOptions,
} from 'node:http2';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

import { createUnaryClient } from './unary-client.ts';
import type { UnaryClient } from './unary-client.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const soon = (ms = 60_000) => ({ deadline: Date.now() + ms });

async function listen(server: Server | Http2Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Member {
  readonly url: string;
  readonly unary: UnaryClient;
  readonly sessions: ServerHttp2Session[];
}

type Answer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** A member that speaks HTTP/2 by another implementation. */
async function startMember(answer: Answer, options: ServerOptions = {}): Promise<Member> {
  const server = createServer(options);
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answer(stream, headers);
  });
  const url = await listen(server);
  const unary = createUnaryClient(url, undefined);
  closing.push(() => {
    unary.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { url, unary, sessions };
}

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function reply(stream: ServerHttp2Stream, message: Buffer, trailers: Record<string, string> = { 'grpc-status': '0' }) {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end(framed(message));
}

/** Answers with what it was asked. */
function echo(stream: ServerHttp2Stream): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => reply(stream, Buffer.concat(chunks).subarray(5)));
}

const bytesOf = (length: number, fill: number): Buffer => Buffer.alloc(length, fill);

describe('a call', () => {
  it('brings back the message of its answer', async () => {
    const { unary } = await startMember(echo);
    const answer = await unary.call('/a/B', [Buffer.from('one'), Buffer.from('two')], soon());
    expect(answer.toString()).toBe('onetwo');
  });

  it('says how long it will wait, and whom it asks', async () => {
    let asked: IncomingHttpHeaders = {};
    const { unary, url } = await startMember((stream, headers) => {
      asked = headers;
      echo(stream);
    });
    await unary.call('/a/B', [], soon(2_900));
    expect(asked).toMatchObject({
      ':method': 'POST',
      ':scheme': 'http',
      ':path': '/a/B',
      ':authority': new URL(url).host,
      'content-type': 'application/grpc',
      te: 'trailers',
      'grpc-timeout': '3000m',
      hasleader: 'true',
    });
  });

  it('may be large, both ways, and waits for the windows of the member', async () => {
    const { unary } = await startMember(echo);
    const sizes = [0, 1, 16_384, 65_535, 1_500_000, 3_000_000, 100];
    const answers = await Promise.all(sizes.map((size) => unary.call('/a/B', [bytesOf(size, size % 251)], soon())));
    answers.forEach((answer, index) => {
      const size = sizes[index] ?? 0;
      expect(answer.equals(bytesOf(size, size % 251))).toBe(true);
    });
  });

  it('follows what the member says of its windows while it is under way', async () => {
    const { unary } = await startMember(echo, { settings: { initialWindowSize: 100 } });
    const [first, second] = await Promise.all([
      unary.call('/a/B', [bytesOf(40_000, 1)], soon()),
      unary.call('/a/B', [bytesOf(40_000, 2)], soon()),
    ]);
    expect([first.length, second.length]).toEqual([40_000, 40_000]);
  });

  it('waits for its turn where the member takes few at a time', async () => {
    let most = 0;
    let atOnce = 0;
    const { unary } = await startMember(
      (stream) => {
        most = Math.max(most, (atOnce += 1));
        stream.on('close', () => (atOnce -= 1));
        setTimeout(() => echo(stream), 5);
      },
      { settings: { maxConcurrentStreams: 3 } },
    );
    await unary.call('/a/B', [], soon());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => unary.call('/a/B', [bytesOf(index, 1)], soon())),
    );
    expect(answers.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(most).toBeLessThanOrEqual(3);
  });

  it('is told the reason of a refusal, before or behind an answer', async () => {
    const { unary } = await startMember((stream) => {
      stream.respond(
        { ':status': 200, 'grpc-status': '14', 'grpc-message': 'etcdserver: no%20leader' },
        { endStream: true },
      );
    });
    await expect(unary.call('/a/B', [], soon())).rejects.toThrow('14: etcdserver: no leader');
    const { unary: odd } = await startMember((stream) => {
      stream.respond({ ':status': 200, 'grpc-status': '2', 'grpc-message': '100 %' }, { endStream: true });
    });
    await expect(odd.call('/a/B', [], soon())).rejects.toThrow('2: 100 %');
    const { unary: late } = await startMember((stream) => reply(stream, Buffer.of(), { 'grpc-status': '9' }));
    await expect(late.call('/a/B', [], soon())).rejects.toThrow('9: without a reason');
  });

  it('is refused before all of it was sent, and the next one is not', async () => {
    let count = 0;
    const { unary } = await startMember((stream) => {
      count += 1;
      if (count > 1) echo(stream);
      else stream.respond({ ':status': 200, 'grpc-status': '8', 'grpc-message': 'too large' }, { endStream: true });
    });
    await expect(unary.call('/a/B', [bytesOf(2_000_000, 1)], soon())).rejects.toThrow('8: too large');
    expect((await unary.call('/a/B', [bytesOf(50_000, 1)], soon())).length).toBe(50_000);
  });

  it('names what is no answer of gRPC', async () => {
    const { unary } = await startMember((stream) => stream.respond({ ':status': 503 }, { endStream: true }));
    await expect(unary.call('/a/B', [], soon())).rejects.toThrow('14: HTTP 503');
    const { unary: cut } = await startMember((stream) => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(Buffer.of(0, 0, 0, 0, 9, 1));
    });
    await expect(cut.call('/a/B', [], soon())).rejects.toThrow('cut off');
  });

  it('ends when its time is up, and others go on', async () => {
    const { unary } = await startMember((stream) => setTimeout(() => echo(stream), 60));
    const late = unary.call('/a/B', [], soon(20));
    const other = unary.call('/a/B', [Buffer.from('other')], soon());
    await expect(late).rejects.toThrow('Deadline exceeded');
    expect((await other).toString()).toBe('other');
  });
});

describe('a connection', () => {
  it('that cannot be made is said to be none', async () => {
    const server = createPlainServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const unary = createUnaryClient(url, undefined);
    await expect(unary.call('/a/B', [], soon())).rejects.toThrow(
      'No connection established. Last error: connect ECONNREFUSED',
    );
    unary.close();
  });

  it('that is lost fails what was under way, and the next call makes another', async () => {
    let count = 0;
    const { unary } = await startMember((stream) => {
      count += 1;
      if (count === 1) stream.session?.destroy();
      else echo(stream);
    });
    await expect(unary.call('/a/B', [], soon())).rejects.toThrow(/the connection was lost|ECONNRESET|broke off/);
    expect((await unary.call('/a/B', [Buffer.from('again')], soon())).toString()).toBe('again');
  });

  it('that the member wants to end takes no new calls, and ends with the last answer', async () => {
    const { unary, sessions } = await startMember((stream) => setTimeout(() => echo(stream), 40));
    const first = unary.call('/a/B', [Buffer.from('first')], soon());
    while (sessions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 10));
    sessions[0]?.goaway();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const second = unary.call('/a/B', [Buffer.from('second')], soon());
    expect([(await first).toString(), (await second).toString()]).toEqual(['first', 'second']);
    expect(sessions).toHaveLength(2);
  });

  it('that drains is ended with the client', async () => {
    let seen = 0;
    const { unary, sessions } = await startMember((stream) => {
      seen += 1;
      if (sessions.length > 1) echo(stream);
    });
    const first = unary.call('/a/B', [], soon(60_000));
    const ended = expect(first).rejects.toThrow('the connection was closed');
    // A call that the member has not seen when it wants to end is one that may be tried again elsewhere.
    while (seen === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    sessions[0]?.goaway();
    while (sessions.length === 1) await unary.call('/a/B', [Buffer.from('other')], soon(100)).catch(() => undefined);
    unary.close();
    await ended;
  });

  it('to what speaks something else is refused', async () => {
    const server = createPlainServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const unary = createUnaryClient(await listen(server), undefined);
    closing.push(() => server.close());
    await expect(unary.call('/a/B', [], soon())).rejects.toThrow('a frame that is too large');
    unary.close();
  });

  it('answers the pings of the member', async () => {
    const { unary, sessions } = await startMember(echo);
    await unary.call('/a/B', [], soon());
    const isAnswered = await new Promise((resolve) => sessions[0]?.ping((error) => resolve(error === null)));
    expect(isAnswered).toBe(true);
  });

  it('that was closed makes no calls, and fails those under way', async () => {
    const { unary } = await startMember(() => undefined);
    const first = unary.call('/a/B', [], soon());
    await new Promise((resolve) => setTimeout(resolve, 20));
    unary.close();
    await expect(first).rejects.toThrow('the connection was closed');
    await expect(unary.call('/a/B', [], soon())).rejects.toThrow('Channel closed before call started');
  });
});
