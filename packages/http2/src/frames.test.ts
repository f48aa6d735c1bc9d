import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createFrameReader } from './frame-reader.ts';
import { contentOf, frameFlag, frameOf, frameType, headBytes, largestPayload } from './frames.ts';
import type { Frame } from './frames.ts';

function readIn(chunks: readonly Buffer[]): Frame[] {
  const frames: Frame[] = [];
  const read = createFrameReader((frame) => void frames.push(frame));
  for (const chunk of chunks) read(chunk);
  return frames;
}

describe('frames', () => {
  it('come out whole, however they are cut on their way', () => {
    const frame = fc.record({
      type: fc.integer({ min: 0, max: 9 }),
      flags: fc.integer({ min: 0, max: 255 }),
      stream: fc.integer({ min: 0, max: 0x7fff_ffff }),
      payload: fc.uint8Array({ maxLength: 50 }),
    });
    fc.assert(
      fc.property(fc.array(frame), fc.integer({ min: 1, max: 40 }), (sent, size) => {
        const bytes = Buffer.concat(sent.map(({ payload, ...head }) => frameOf(head, payload)));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        const got = readIn(chunks).map(({ type, flags, stream, payload }) => ({
          type,
          flags,
          stream,
          payload: Uint8Array.from(payload),
        }));
        expect(got).toEqual(sent);
      }),
    );
  });

  it('are refused when they are larger than was agreed', () => {
    const head = frameOf({ type: frameType.data, flags: 0, stream: 1 }, new Uint8Array(largestPayload + 1));
    expect(() => readIn([head.subarray(0, headBytes)])).toThrow('too large');
  });

  it('hold what is left of padding and priority', () => {
    const padded = frameOf({ type: frameType.data, flags: frameFlag.padded, stream: 1 }, Buffer.from('\u0002ab\0\0'));
    expect(readIn([padded]).map(contentOf).map(String)).toEqual(['ab']);
    const flags = frameFlag.padded | frameFlag.priority;
    const first = frameOf({ type: frameType.headers, flags, stream: 1 }, Buffer.from('\u000112345ab\0'));
    expect(readIn([first]).map(contentOf).map(String)).toEqual(['ab']);
    const cut = frameOf({ type: frameType.data, flags: frameFlag.padded, stream: 1 }, Buffer.from('\u0009ab'));
    expect(() => readIn([cut]).map(contentOf)).toThrow('cut off');
  });
});
