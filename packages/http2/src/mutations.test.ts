/** Random and mutated bytes for each decoder: it returns or throws an Http2Error, and its memory follows the input. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isHttp2Error } from './errors.ts';
import { createFrameReader } from './frame-reader.ts';
import { contentOf, frameFlag, frameOf, frameType, largestPayload } from './frames.ts';
import { fieldOf, readHeaderBlock } from './header-block.ts';
import { createHeaderReader } from './header-reader.ts';
import { readSettings } from './settings.ts';
import { chunksOf, mutate, mutations } from './testing/mutate.ts';
import { writeHeaderBlock } from './testing/write-header-block.ts';

const runs = { seed: 20_240_607, numRuns: 300 };

/** The result, or `undefined` if it throws as promised. Anything else thrown fails the test. */
function decodeOrRefuse<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (isHttp2Error(error)) return undefined;
    throw error;
  }
}

const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

/** Valid input with mutations, and some input that was never valid. */
function broken(valid: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(valid, mutations).map(([bytes, changes]) => mutate(bytes, changes)) },
    { weight: 1, arbitrary: anyBytes },
  );
}

const headerText = fc.string({ unit: fc.constantFrom('a', 'z', '-', '0', '/', ' ', '%'), maxLength: 40 });
const block = fc.array(fc.tuple(headerText, headerText), { maxLength: 8 }).map(writeHeaderBlock);
/** As servers in Go and C send them: indexed names, Huffman codes, size updates of the table. */
const foreignBlock = fc.constantFrom(
  ...['88', '8d', '20885f8b1d75d0620d263d4c4d6564', '008825a849e95ba97d7f8925a849e95bb8e8b4bf', '3fe11f88'].map((hex) =>
    Buffer.from(hex, 'hex'),
  ),
);

describe('a reader of header blocks', () => {
  it('returns or refuses mutated blocks, and its texts are not longer than the code allows', () => {
    fc.assert(
      fc.property(broken(fc.oneof(block, foreignBlock)), (bytes) => {
        const fields = decodeOrRefuse(() => readHeaderBlock(bytes))?.fields ?? [];
        // Entries of the static table have at most 30 letters, and the shortest Huffman code has 5 bits.
        expect(fields.join('').length).toBeLessThanOrEqual(bytes.length * 30);
      }),
      runs,
    );
  });

  it('expands the text of the shortest codes to eight letters for five bytes and no more', () => {
    const codes = Buffer.alloc(49_375);
    const longest = Buffer.concat([Buffer.of(0, 1, 0x61, 0xff, 0xe0, 0x80, 0x03), codes]);
    expect(fieldOf(readHeaderBlock(longest), 'a')).toBe('0'.repeat(Math.floor((codes.length * 8) / 5)));
  });

  it('is told of each block once, however its frames are mutated', () => {
    const frames = fc
      .tuple(block, fc.integer({ min: 1, max: 30 }), fc.boolean())
      .map(([bytes, size, isLast]) => framesOf(bytes, size, isLast));
    fc.assert(
      fc.property(broken(frames), (bytes) => {
        let blocks = 0;
        const headers = createHeaderReader(() => (blocks += 1));
        let ends = 0;
        const read = createFrameReader((frame) => {
          if (frame.type !== frameType.headers && frame.type !== frameType.continuation) return;
          if ((frame.flags & frameFlag.endHeaders) !== 0) ends += 1;
          headers.read(frame);
        });
        decodeOrRefuse(() => read(bytes));
        expect(blocks).toBeLessThanOrEqual(ends);
      }),
      runs,
    );
  });
});

function framesOf(bytes: Buffer, size: number, isLast: boolean): Buffer {
  const chunks = bytes.length === 0 ? [bytes] : chunksOf(bytes, [size]);
  return Buffer.concat(
    chunks.map((payload, index) => {
      const flags =
        (index === chunks.length - 1 ? frameFlag.endHeaders : 0) | (index === 0 && isLast ? frameFlag.endStream : 0);
      return frameOf({ type: index === 0 ? frameType.headers : frameType.continuation, flags, stream: 1 }, payload);
    }),
  );
}

describe('a reader of frames', () => {
  const frame = fc.record({
    type: fc.integer({ min: 0, max: 12 }),
    flags: fc.integer({ min: 0, max: 255 }),
    stream: fc.integer({ min: 0, max: 0x7fff_ffff }),
    payload: fc.uint8Array({ maxLength: 60 }),
  });
  const frames = fc
    .array(frame, { maxLength: 12 })
    .map((all) => Buffer.concat(all.map(({ payload, ...head }) => frameOf(head, payload))));
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });

  it('delivers each byte at most once, or refuses, and so do the readers of what a frame holds', () => {
    fc.assert(
      fc.property(broken(frames), sizes, (bytes, cut) => {
        let delivered = 0;
        const read = createFrameReader((one) => {
          delivered += one.payload.length + 9;
          expect(one.payload.length).toBeLessThanOrEqual(largestPayload);
          const content = decodeOrRefuse(() => contentOf(one));
          expect(content?.length ?? 0).toBeLessThanOrEqual(one.payload.length);
          decodeOrRefuse(() => readSettings(one.payload));
        });
        decodeOrRefuse(() => {
          for (const chunk of chunksOf(bytes, cut)) read(chunk);
        });
        expect(delivered).toBeLessThanOrEqual(bytes.length);
      }),
      runs,
    );
  });
});
