import { describe, expect, it } from '@jest/globals';

import { ExactNumber, isJsonNumber, numberText, toJsonNumber } from './exact-number.ts';

describe('the value of a number', () => {
  it.each(['0', '1', '-7', '0.1', '9007199254740991', '-2.5', '1e-7'])(
    'is a number where that prints the same: %s',
    (text) => {
      expect(toJsonNumber(text)).toBe(Number(text));
    },
  );

  it.each(['9007199254740992', '1234567890123456800', '-9223372036854775808'])(
    'is a bigint for a large whole number: %s',
    (text) => {
      expect(toJsonNumber(text)).toBe(BigInt(text));
    },
  );

  it.each(['1.0', '1e3', '-0', '1E400', '0.10', '9'.repeat(1000)])('keeps its text otherwise: %s', (text) => {
    expect(toJsonNumber(text)).toEqual(new ExactNumber(text));
  });

  it.each(['1', '1.0', '-0', '1e400', '18446744073709551616'])('has the text it was made of: %s', (text) => {
    expect(numberText(toJsonNumber(text))).toBe(text);
  });

  it('is told from other values', () => {
    expect([1, 1n, new ExactNumber('1.0')].every(isJsonNumber)).toBe(true);
    expect(['1', null, {}, []].some(isJsonNumber)).toBe(false);
  });

  it('is near enough for JSON.stringify', () => {
    expect(JSON.stringify({ a: new ExactNumber('1.50') })).toBe('{"a":1.5}');
  });
});
