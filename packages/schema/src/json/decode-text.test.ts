import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { decodeText } from './decode-text.ts';

describe('text from bytes', () => {
  it('is what was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeText(Buffer.from(text))).toEqual({ ok: true, text });
      }),
    );
  });

  it('keeps a byte order mark', () => {
    expect(decodeText(Buffer.from([0xef, 0xbb, 0xbf, 0x31]))).toEqual({ ok: true, text: '\ufeff1' });
  });

  it.each([
    ['a stray continuation', [0x61, 0x80], 1],
    ['a sequence cut short', [0x61, 0x62, 0xe2, 0x82], 2],
    ['an overlong form', [0xc0, 0xaf], 0],
    ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ['more than Unicode has', [0xf5, 0x80, 0x80, 0x80], 0],
  ])('refuses %s', (_, bytes, offset) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({
      ok: false,
      message: `invalid UTF-8 at byte ${offset}`,
      offset,
    });
  });

  it('finds the fault far into a long text', () => {
    const bytes = Buffer.concat([
      Buffer.from('\u20ac'.repeat(100_000)),
      Buffer.from([0xff]),
      Buffer.from('x'.repeat(10)),
    ]);
    expect(decodeText(bytes)).toMatchObject({ ok: false, offset: 300_000 });
  });
});
