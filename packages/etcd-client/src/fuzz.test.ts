/** Random frames and mutated conversations: every call ends by its deadline with a message or an EtcdClientError. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  frameFlag,
  frameOf,
  frameType,
  mutate,
  mutations,
  startScriptedPeer,
  writeHeaderBlock,
} from '@keelson/http2/testing';
import type { Peer, PeerScript } from '@keelson/http2/testing';
import fc from 'fast-check';

import { isEtcdClientError } from './errors.ts';
import { createUnaryClient } from './grpc/unary-client.ts';
import { createWatchClient } from './watch/watch-client.ts';

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

/** A correct response to a unary call, and one to a watch that stays open: SETTINGS first, once. */
const message = Buffer.from('0a06080110051807', 'hex');
const prefixed = Buffer.concat([Buffer.of(0, 0, 0, 0, message.length), message]);
const responseTo = (stream: number): Buffer =>
  Buffer.concat([
    frameOf(
      { type: frameType.headers, flags: frameFlag.endHeaders, stream },
      writeHeaderBlock([
        [':status', '200'],
        ['content-type', 'application/grpc'],
      ]),
    ),
    frameOf(
      { type: frameType.data, flags: frameFlag.padded, stream },
      Buffer.concat([Buffer.of(3), prefixed, Buffer.alloc(3)]),
    ),
    frameOf({ type: frameType.windowUpdate, flags: 0, stream: 0 }, Buffer.of(0, 0, 1, 0)),
    frameOf({ type: frameType.ping, flags: 0, stream: 0 }, Buffer.alloc(8, 7)),
    frameOf({ type: frameType.headers, flags: 5, stream }, writeHeaderBlock([['grpc-status', '0']])),
  ]);
const settings = frameOf(
  { type: frameType.settings, flags: 0, stream: 0 },
  Buffer.of(0, 3, 0, 0, 0, 100, 0, 4, 0, 1, 0, 0),
);

const timeoutMs = 60;
const runs = { seed: 20_240_607, numRuns: 50 };

function say(peer: Peer, pieces: readonly Piece[]): void {
  for (const one of pieces) {
    if ('bytes' in one) peer.sendBytes(one.bytes);
    else peer.send(one.frame.type, one.frame);
  }
}

/** Three calls and a watch; resolves once all calls have settled, and all is closed. */
async function converse(script: PeerScript): Promise<PromiseSettledResult<Buffer>[]> {
  const peer = await startScriptedPeer(script);
  const unary = createUnaryClient(peer.url, undefined, { stallMs: 50 });
  const watches = createWatchClient(peer.url, undefined, { stallMs: 50 });
  const request = { key: Buffer.from('/r/'), end: Buffer.from('/r0'), startRevision: 7, withPrevious: true };
  const ends: Error[] = [];
  const began = performance.now();
  watches.open(request, { onResponse: () => undefined, onEnd: (error) => void ends.push(error) });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 }, () => unary.call('/a/B', [Buffer.alloc(100)], { deadline: Date.now() + timeoutMs })),
  );
  expect(performance.now() - began).toBeLessThan(timeoutMs + 60_000);
  unary.close();
  watches.close();
  peer.close();
  expect(ends).toHaveLength(1);
  expect(ends.every(isEtcdClientError)).toBe(true);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect([isEtcdClientError(outcome.reason), outcome.reason]).toEqual([true, outcome.reason]);
  }
  return outcomes;
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

  it('survives every conversation of random frames', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async ({ hasSettings, pieces, ending }) => {
        await converse({
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
      }),
      runs,
    );
    expect(thrown).toEqual([]);
  });

  it('survives every mutation of a correct conversation, which it understands', async () => {
    const answering = (change: (bytes: Buffer) => Buffer): PeerScript => ({
      onConnect: (one) => one.sendBytes(settings),
      onFrame: (one, { type, flags, stream }) => {
        if (type === frameType.data && (flags & frameFlag.endStream) !== 0) one.sendBytes(change(responseTo(stream)));
      },
    });
    const understood = await converse(answering((bytes) => bytes));
    expect(understood).toEqual(Array.from({ length: 3 }, () => ({ status: 'fulfilled', value: message })));
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        await converse(answering((bytes) => mutate(bytes, changes)));
      }),
      runs,
    );
    expect(thrown).toEqual([]);
  });
});
