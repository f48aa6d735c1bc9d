import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { crc32 } from 'node:zlib';

import { appendCrc, shiftOf } from './crc32.ts';

describe('the CRC-32 of bytes that are put together', () => {
  it('is that of all of them', () => {
    const bytes = fc.uint8Array({ maxLength: 3_000 });
    fc.assert(
      fc.property(bytes, bytes, (first, next) => {
        const joined = appendCrc(crc32(first), crc32(next), shiftOf(next.length));
        expect(joined).toBe(crc32(Buffer.concat([first, next])));
      }),
    );
  });

  it('takes any length', () => {
    const zeros = Buffer.alloc(5_000_000);
    expect(appendCrc(crc32('a'), crc32(zeros), shiftOf(zeros.length))).toBe(crc32(zeros, crc32('a')));
    expect(shiftOf(2 ** 40)).toBeGreaterThan(0);
  });
});
