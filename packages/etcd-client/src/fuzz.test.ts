/** Whatever a member sends, every call ends by its deadline, nothing is thrown elsewhere, and the next member is served. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createUnaryClient } from './grpc/unary-client.ts';
import { frameFlag, frameType } from './http2/frames.ts';
import { createWatchClient } from './watch/watch-client.ts';
import { startScriptedPeer } from './testing/scripted-peer.ts';
import type { Peer } from './testing/scripted-peer.ts';

const frame = fc.record({
  type: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 10 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
  ),
  flags: fc.oneof(fc.constantFrom(0, frameFlag.endStream, frameFlag.endHeaders, 5), fc.integer({ min: 0, max: 255 })),
  stream: fc.oneof(fc.constantFrom(0, 1, 3, 5), fc.integer({ min: 0, max: 0x7fff_ffff })),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom(
      Uint8Array.of(0x88),
      Uint8Array.of(0, 0, 0, 0, 1, 7),
      new Uint8Array(8),
      Uint8Array.of(0, 4, 0, 0, 0, 0),
    ),
  ),
});
type Piece =
  { readonly frame: typeof frame extends fc.Arbitrary<infer T> ? T : never } | { readonly bytes: Uint8Array };
const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 19, arbitrary: frame.map((one) => ({ frame: one })) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => ({ bytes })) },
);
const conversation = fc.record({
  hasSettings: fc.boolean(),
  pieces: fc.array(piece, { maxLength: 30 }),
  ending: fc.constantFrom('close' as const, 'reset' as const, 'stay' as const),
});

const timeoutMs = 150;
const runs = 150;

function say(peer: Peer, pieces: readonly Piece[]): void {
  for (const one of pieces) {
    if ('bytes' in one) peer.sendBytes(one.bytes);
    else peer.send(one.frame.type, one.frame);
  }
}

describe('a connection', () => {
  const thrown: unknown[] = [];
  const note = (error: unknown): void => void thrown.push(error);
  beforeAll(() => {
    process.on('uncaughtException', note).on('unhandledRejection', note);
  });
  afterAll(() => {
    process.off('uncaughtException', note).off('unhandledRejection', note);
  });

  it('survives every conversation', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async ({ hasSettings, pieces, ending }) => {
        const peer = await startScriptedPeer({
          onConnect: (one) => {
            if (hasSettings) one.send(frameType.settings);
            say(one, pieces.slice(0, pieces.length / 2));
          },
          onFrame: (one, { type }) => {
            if (type !== frameType.headers) return;
            say(one, pieces.slice(pieces.length / 2));
            if (ending !== 'stay') one[ending]();
          },
        });
        const unary = createUnaryClient(peer.url, undefined, { stallMs: 50 });
        const watches = createWatchClient(peer.url, undefined, { stallMs: 50 });
        const request = { key: Buffer.from('/r/'), end: Buffer.from('/r0'), startRevision: 7, withPrevious: true };
        const began = performance.now();
        watches.open(request, { onResponse: () => undefined, onEnd: () => undefined });
        await Promise.allSettled(
          Array.from({ length: 3 }, () =>
            unary.call('/a/B', [Buffer.alloc(100)], { deadline: Date.now() + timeoutMs }),
          ),
        );
        expect(performance.now() - began).toBeLessThan(timeoutMs + 2_000);
        unary.close();
        watches.close();
        peer.close();
      }),
      { numRuns: runs },
    );
    expect(thrown).toEqual([]);
  }, 120_000);
});
