/** Node's own HTTP/2 server, an implementation in C, on the other side of connections. */
import { constants, createServer } from 'node:http2';
import type { Http2Server, IncomingHttpHeaders, ServerHttp2Stream, ServerOptions } from 'node:http2';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { openConnection } from './connection.ts';
import type { ConnectionOptions, Http2Connection } from './connection.ts';
import { ask } from './testing/ask.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0).reverse()) close();
});

type Handler = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

async function serve(handler: Handler, options: ServerOptions = {}): Promise<Http2Server> {
  const server = createServer(options);
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    handler(stream, headers);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closings.push(() => server.close());
  return server;
}

function open(server: Http2Server, options: Partial<ConnectionOptions> = {}): Http2Connection {
  const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, noDelay: true });
  const connection = openConnection({ socket, streamWindow: 100_000, ...options });
  closings.push(() => connection.close());
  return connection;
}

const echo: Handler = (stream, headers) => {
  stream.respond({ ':status': 200, 'x-path': headers[':path'], 'x-length': headers['content-length'] ?? 'none' });
  stream.pipe(stream);
};

const serverOptions: fc.Arbitrary<ServerOptions> = fc.record({
  paddingStrategy: fc.constantFrom(constants.PADDING_STRATEGY_NONE, constants.PADDING_STRATEGY_MAX),
  settings: fc.record({
    initialWindowSize: fc.constantFrom(1_000, 65_535, 1_000_000),
    maxConcurrentStreams: fc.integer({ min: 1, max: 20 }),
    headerTableSize: fc.constantFrom(0, 4_096, 65_536),
    maxFrameSize: fc.constantFrom(16_384, 1_000_000),
  }),
});
const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 3_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(16_384, 65_535, 200_000, 700_000) },
);
const request = fc.record({ pieces: fc.array(bytes, { maxLength: 4 }), isUploaded: fc.boolean() });

it('bodies go there and back, whole or piece by piece, whatever the settings, padding and windows are', async () => {
  await fc.assert(
    fc.asyncProperty(serverOptions, fc.array(request, { minLength: 1, maxLength: 12 }), async (options, requests) => {
      const connection = open(await serve(echo, options));
      const results = await Promise.all(
        requests.map(async ({ pieces, isUploaded }, index) => {
          const body = pieces.map((length) => Buffer.alloc(length, index + 1));
          const hasUpload = isUploaded && body.length > 0;
          const { told } = ask(connection, { path: `/${index}`, ...(hasUpload ? { upload: body } : { body }) });
          const { status, fields, body: got, error } = await told;
          return { status, path: fields[1], isSame: got.equals(Buffer.concat(body)), error };
        }),
      );
      connection.close();
      expect(results).toEqual(
        requests.map((_, index) => ({ status: 200, path: `/${index}`, isSame: true, error: undefined })),
      );
    }),
    { seed: 20_240_607, numRuns: 15 },
  );
});

describe('an exchange', () => {
  it('has headers larger than a frame in both directions, and trailers', async () => {
    const server = await serve((stream, headers) => {
      stream.respond({ ':status': 201, 'x-echo': headers['x-large'] }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '7' }));
      stream.end('ok');
    });
    const large = 'abc'.repeat(15_000);
    const { status, fields, trailers, body } = await ask(open(server), { headers: { 'x-large': large } }).told;
    expect([status, fields[fields.indexOf('x-echo') + 1] === large, body.toString()]).toEqual([201, true, 'ok']);
    expect(trailers).toEqual(['x-sum', '7']);
  });

  it('is not told of interim responses', async () => {
    const server = await serve((stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</x>' });
      stream.respond({ ':status': 200 });
      stream.end('ok');
    });
    expect(await ask(open(server)).told).toMatchObject({ status: 200, body: Buffer.from('ok'), error: undefined });
  });

  it('has no body where the request is HEAD, whatever length it states', async () => {
    const server = await serve((stream) =>
      stream.respond({ ':status': 200, 'content-length': 500 }, { endStream: true }),
    );
    expect(await ask(open(server), { method: 'HEAD' }).told).toMatchObject({ status: 200, error: undefined });
  });

  it('is held back while nobody reads it, and others are not', async () => {
    const server = await serve((stream, headers) => {
      stream.respond({ ':status': 200 });
      stream.end(Buffer.alloc(headers[':path'] === '/large' ? 3_000_000 : 10));
    });
    const connection = open(server, { streamWindow: 50_000 });
    let read: () => void = () => undefined;
    const large = ask(connection, { path: '/large', reads: new Promise((resolve) => (read = resolve)) });
    while (large.received() < 50_000) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await ask(connection).told).body).toHaveLength(10);
    expect(large.received()).toBe(50_000);
    read();
    expect((await large.told).body).toHaveLength(3_000_000);
  });

  it('ends on the side of the server when it is cancelled, and others go on', async () => {
    const codes: number[] = [];
    const server = await serve((stream, headers) => {
      stream.on('close', () => codes.push(stream.rstCode));
      stream.respond({ ':status': 200 });
      if (headers[':path'] === '/') stream.end();
    });
    const connection = open(server);
    const hanging = ask(connection, { path: '/hang' });
    expect(await ask(connection).told).toMatchObject({ status: 200 });
    expect(hanging.exchange.cancel()).toBe(true);
    while (codes.length < 2) await ask(connection).told;
    expect(codes).toContain(constants.NGHTTP2_CANCEL);
    expect(connection.load()).toBe(0);
  });

  it.each([
    [constants.NGHTTP2_REFUSED_STREAM, true],
    [constants.NGHTTP2_INTERNAL_ERROR, false],
  ])('that the server resets with %s tells whether it may be sent again', async (code, isUnsent) => {
    const server = await serve((stream) => stream.close(code));
    expect((await ask(open(server)).told).error).toMatchObject({ code: 'reset', resetCode: code, isUnsent });
  });

  it('above the last one of a GOAWAY was surely not processed, and the others end as usual', async () => {
    let answer: () => void = () => undefined;
    const server = await serve((stream) => {
      if (stream.id !== 1) return;
      stream.session?.goaway(0, stream.id);
      answer = () => {
        stream.respond({ ':status': 200 });
        stream.end('ok');
      };
    });
    let drained = 0;
    const over = new Promise<void>((resolve) => {
      const connection = open(server, { onDraining: () => (drained += 1), onOver: resolve });
      const first = ask(connection);
      void Promise.all([ask(connection).told, ask(connection).told]).then((late) => {
        expect(late.map(({ error }) => error?.isUnsent)).toEqual([true, true]);
        expect(connection.isTaking()).toBe(false);
        answer();
      });
      void first.told.then(({ body }) => expect(body.toString()).toBe('ok'));
    });
    await over;
    expect(drained).toBe(1);
  });

  it('waits for a stream where the server allows one at a time', async () => {
    let most = 0;
    let running = 0;
    const server = await serve(
      (stream) => {
        running += 1;
        most = Math.max(most, running);
        setImmediate(() => {
          running -= 1;
          stream.respond({ ':status': 200 });
          stream.end();
        });
      },
      { settings: { maxConcurrentStreams: 1 } },
    );
    const connection = open(server);
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(connection).told));
    expect(new Set(all.map(({ status, error }) => error ?? status))).toEqual(new Set([200]));
    expect(most).toBe(1);
  });
});

it('requests of one turn of the event loop are one write', async () => {
  const server = await serve(echo);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const write = socket.write.bind(socket);
  let writes = 0;
  socket.write = (piece: Uint8Array) => {
    writes += 1;
    return write(piece);
  };
  const connection = openConnection({ socket, streamWindow: 1_000_000 });
  closings.push(() => connection.close());
  await ask(connection).told;
  writes = 0;
  const asked = Array.from({ length: 50 }, () => ask(connection, { body: [Buffer.alloc(100)] }).told);
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toBe(1);
  await Promise.all(asked);
});
