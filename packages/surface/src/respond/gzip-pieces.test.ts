import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { compressPiece } from './compressed-piece.ts';
import { GzipPieces } from './gzip-pieces.ts';

async function read(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Buffer[]> {
  const pieces = new GzipPieces(Symbol.iterator in source ? source[Symbol.iterator]() : source[Symbol.asyncIterator]());
  const made: Buffer[] = [];
  for (;;) {
    const { done, value } = await pieces.next();
    if (done === true) return made;
    made.push(Buffer.from(value));
  }
}

async function* later(pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces) yield Promise.resolve(piece);
}

describe('pieces in one stream of gzip', () => {
  it('are what they were, long or short, at hand or still to be made', async () => {
    const size = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 15_000, max: 140_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 12 }), fc.boolean(), async (sizes, isAtHand) => {
        const pieces = sizes.map((bytes, index) =>
          index % 2 === 0 ? Buffer.alloc(bytes, `{"number":${index}}`) : randomBytes(bytes),
        );
        const made = Buffer.concat(await read(isAtHand ? pieces : later(pieces)));
        expect(gunzipSync(made).equals(Buffer.concat(pieces))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('are compressed once where many answers share them, and then at hand', async () => {
    const shared = Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, (_, number) => ({ number }))));
    const first = Buffer.concat(await read([Buffer.from('['), shared]));
    const made = compressPiece(shared);
    expect(made).not.toBeInstanceOf(Promise);

    const pieces = new GzipPieces([shared, shared][Symbol.iterator]());
    expect(pieces.next()).toMatchObject({ done: false });
    expect(compressPiece(shared)).toBe(made);
    expect(gunzipSync(first).subarray(1).equals(shared)).toBe(true);
    expect(first.length).toBeLessThan(shared.length / 2);
  });

  it('are handed on in pieces of a size that connections like', async () => {
    const pieces = Array.from({ length: 60 }, () => randomBytes(20_000));
    const made = await read(pieces);
    for (const { length } of made.slice(0, -1)) expect(length).toBeGreaterThan(60_000);
    expect(made.length).toBeLessThan(20);
  });

  it('fail where their source fails', async () => {
    function* failing(): Iterable<Uint8Array> {
      yield randomBytes(50_000);
      throw new Error('out of objects');
    }
    await expect(read(failing())).rejects.toThrow('out of objects');
  });
});
