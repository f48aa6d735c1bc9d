import { describe, expect, it } from '@jest/globals';

import { isInt32, parseInteger, toInt64 } from './integer.ts';

describe('whole numbers', () => {
  it('have 32 bits or not', () => {
    expect([2147483647, -2147483648, 0].every(isInt32)).toBe(true);
    expect([2147483648, -2147483649, 1.5, NaN, Infinity].some(isInt32)).toBe(false);
  });

  it('of 64 bits are numbers while these are exact, and bigints beyond', () => {
    expect(toInt64(9007199254740991n)).toBe(9007199254740991);
    expect(toInt64(9007199254740992n)).toBe(9007199254740992n);
    expect(toInt64(2n ** 63n - 1n)).toBe(2n ** 63n - 1n);
    expect(toInt64(2n ** 63n)).toBeUndefined();
    expect(toInt64(-(2n ** 63n))).toBe(-(2n ** 63n));
    expect(toInt64(-(2n ** 63n) - 1n)).toBeUndefined();
  });

  it('are written without fraction and exponent', () => {
    expect(parseInteger('-12')).toBe(-12n);
    expect(['2.0', '2e0', '', '-', '1'.repeat(1000)].map(parseInteger)).toEqual(Array(5).fill(undefined));
  });
});
