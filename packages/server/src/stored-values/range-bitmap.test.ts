import { describe, expect, it } from '@jest/globals';

import { changeBits, countBits, decodeRangeBitmap, encodeRangeBitmap, hasBit } from './range-bitmap.ts';

describe('the bitmap of a range', () => {
  it('is the same after it was written, in either form', () => {
    for (const isProtobuf of [true, false]) {
      const bitmap = { range: '10.0.0.0/24', bits: Buffer.from([0x80, 0x01]), isProtobuf };
      expect(decodeRangeBitmap(encodeRangeBitmap(bitmap))).toEqual({ ok: true, bitmap });
    }
  });

  it('has its lowest bit in its last byte, and no zeros before', () => {
    const bits = changeBits(Buffer.from([0x01]), [9, 0], []);
    expect([...bits]).toEqual([0x02, 0x01]);
    expect([0, 1, 8, 9, 10, 100].filter((index) => hasBit(bits, index))).toEqual([0, 9]);
    expect(countBits(bits)).toBe(2);
    const emptied = changeBits(bits, [], [9, 77]);
    expect(encodeRangeBitmap({ range: '1-2', bits: emptied, isProtobuf: false }).toString()).toContain('"data":"AQ=="');
  });

  it('is refused where it is none', () => {
    expect(decodeRangeBitmap(Buffer.from('{'))).toMatchObject({ ok: false });
    expect(decodeRangeBitmap(Buffer.from('k8s\0\x0a\xff'))).toMatchObject({ ok: false });
  });
});
