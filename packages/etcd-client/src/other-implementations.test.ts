/** Node's own HTTP/2 as the server of our calls. */
import { constants, createServer } from 'node:http2';
import type { Http2Server, IncomingHttpHeaders, ServerHttp2Stream, ServerOptions } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createUnaryClient } from './grpc/unary-client.ts';

const runs = { seed: 20_240_607, numRuns: 40 };

async function listen(server: Http2Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Node writes settings, padding, Huffman codes and frames by an implementation in C. */
const serverOptions: fc.Arbitrary<ServerOptions> = fc.record({
  paddingStrategy: fc.constantFrom(constants.PADDING_STRATEGY_NONE, constants.PADDING_STRATEGY_MAX),
  settings: fc.record({
    initialWindowSize: fc.constantFrom(1_000, 65_535, 1_000_000),
    maxConcurrentStreams: fc.integer({ min: 1, max: 20 }),
    headerTableSize: fc.constantFrom(0, 4_096, 65_536),
    maxFrameSize: fc.constantFrom(16_384, 1_000_000),
  }),
});
const call = fc.record({
  bytes: fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 3_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(16_379, 16_384, 65_530, 200_000) },
  ),
  pieceBytes: fc.integer({ min: 300, max: 20_000 }),
  status: fc.constantFrom('0', '0', '0', '5', '14'),
  reason: fc.string({ maxLength: 30 }),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** Returns the message, in pieces, and then the status that the path names. */
function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, calls: readonly Call[]): void {
  const wanted = calls[Number(headers[':path']?.slice('/n/'.length))];
  const received: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => received.push(chunk));
  stream.on('end', () => {
    const body = Buffer.concat(received);
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'x-trace': `${body.length}` },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () => {
      stream.sendTrailers({
        'grpc-status': wanted?.status ?? '0',
        'grpc-message': encodeURIComponent(wanted?.reason ?? ''),
      });
    });
    const pieceBytes = wanted?.pieceBytes ?? body.length;
    for (let at = 0; at < body.length; at += pieceBytes) stream.write(body.subarray(at, at + pieceBytes));
    stream.end();
  });
}

describe("Node's server", () => {
  it('answers every call with its message or its status, whatever its settings, padding and pieces are', async () => {
    await fc.assert(
      fc.asyncProperty(serverOptions, fc.array(call, { minLength: 1, maxLength: 12 }), async (options, calls) => {
        const server = createServer(options);
        server.on('stream', (stream, headers) => answer(stream, headers, calls));
        const client = createUnaryClient(await listen(server), undefined);
        const results = await Promise.all(
          calls.map(({ bytes }, index) =>
            client
              .call(`/n/${index}`, [Buffer.alloc(bytes, index + 1)], { deadline: Date.now() + 20_000 })
              .catch((error: unknown) => (error as Error).message),
          ),
        );
        client.close();
        server.close();
        results.forEach((result, index) => {
          const { bytes = 0, status = '', reason = '' } = calls[index] ?? {};
          if (status !== '0') expect(result).toBe(`${status}: ${reason}`);
          else expect(Buffer.alloc(bytes, index + 1).equals(result as Buffer)).toBe(true);
        });
      }),
      runs,
    );
  });
});
