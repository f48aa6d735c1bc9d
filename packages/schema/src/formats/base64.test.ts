import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { canonicalBase64 } from './base64.ts';

describe('base64', () => {
  it('is kept as it is when an encoder could have written it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(canonicalBase64(text)).toEqual({ ok: true, value: text });
      }),
    );
  });

  it('may be broken into lines anywhere', () => {
    expect(canonicalBase64('aGVs\r\nbG8\n=\n')).toEqual({ ok: true, value: 'aGVsbG8=' });
  });

  it('loses stray bits in its last character', () => {
    expect(canonicalBase64('aGVsbG9=')).toEqual({ ok: true, value: 'aGVsbG8=' });
  });

  it.each([
    ['not base64!', 3],
    ['!', 0],
    ['aGVsbG8', 4],
    ['aGVsb', 4],
    ['a===', 1],
    ['=', 0],
    ['aG=', 3],
    ['aG=x', 2],
    ['aG==x', 4],
    ['aGVsbG8=aGVs', 8],
    ['aGVs-_==', 4],
  ])('is refused at the byte that is wrong: %j', (text, offset) => {
    expect(canonicalBase64(text)).toEqual({ ok: false, message: `illegal base64 data at input byte ${offset}` });
  });

  it('takes time in proportion to its length', () => {
    expect(canonicalBase64('A'.repeat(4_000_001)).ok).toBe(false);
    expect(canonicalBase64(`${'A'.repeat(4_000_000)}!`).ok).toBe(false);
    expect(canonicalBase64('QUFB\n'.repeat(500_000)).ok).toBe(true);
  });
});
