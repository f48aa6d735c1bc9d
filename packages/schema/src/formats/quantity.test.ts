import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { canonicalQuantity, compareQuantities, parseQuantity, signOf } from './quantity.ts';
import type { Quantity } from './quantity.ts';

const form = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function parsed(text: string): Quantity {
  const result = parseQuantity(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

describe('a quantity', () => {
  it.each([
    ['1000m', '1'],
    ['0.5', '500m'],
    ['1.5', '1500m'],
    ['.5M', '500k'],
    ['1000', '1k'],
    ['1000k', '1M'],
    ['1e2', '100'],
    ['1.5e3', '1500'],
    ['100e3', '100e3'],
    ['1000e3', '1e6'],
    ['12345678901234567890', '12345678901234567890'],
    ['1234567890123456789012345000', '1234567890123456789012345k'],
    ['1000E', '1e21'],
  ])('prints with the largest suffix that leaves a whole number: %s is %s', (given, printed) => {
    expect(canonicalQuantity(given)).toBe(printed);
  });

  it.each([
    ['1024Ki', '1Mi'],
    ['0.5Gi', '512Mi'],
    ['2048Mi', '2Gi'],
    ['1.5Ki', '1536'],
    ['0.5Ki', '512'],
    ['1000000Ki', '1000000Ki'],
    ['1Ei', '1Ei'],
    ['0.0001Gi', '107374182400u'],
    ['1.99999999999999999999Ki', '2Ki'],
  ])('keeps powers of 1024 where nothing is lost: %s is %s', (given, printed) => {
    expect(canonicalQuantity(given)).toBe(printed);
  });

  it.each(['1', '250m', '100m', '1Gi', '120Mi', '1e9', '1E9', '12e-3', '1E', '+1', '+1Ki', '01Ki', '1.500'])(
    'is printed as written where the value could not be written shorter: %s',
    (text) => {
      expect(canonicalQuantity(text)).toBe(text);
    },
  );

  it.each(['0', '0.0', '-0', '+0', '0Ki', '000m', '0e3', '.', '-', 'm', '0.0Gi'])('is plain zero for %s', (text) => {
    expect(canonicalQuantity(text)).toBe('0');
    expect(signOf(parsed(text))).toBe(0);
  });

  it.each([
    ['0.9n', '1n'],
    ['1.1n', '2n'],
    ['-0.1n', '-1n'],
    ['1e-10', '1e-9'],
    ['1e-2000000000', '1e-9'],
    ['123456789.1234567891', '123456789123456790n'],
  ])('rounds what is finer than a nano away from zero: %s is %s', (given, printed) => {
    expect(canonicalQuantity(given)).toBe(printed);
  });

  it.each([
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['99999999999999999999Ei', '9223372036854775807'],
  ])('caps powers of 1024 at what 64 bits hold: %s is %s', (given, printed) => {
    expect(canonicalQuantity(given)).toBe(printed);
  });

  it.each(['', 'lots', '1 Ki', '1.2.3', '1Kix', 'Infinity', '0x10', '１'])('is refused for its form: %j', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, message: form });
  });

  it.each(['1e', '1i', '1Ki5', '1mm', '--5', '1e99999999999', '5+3'])('is refused for its suffix: %s', (text) => {
    expect(parseQuantity(text)).toEqual({ ok: false, message: "unable to parse quantity's suffix" });
  });

  it('is refused when it is longer than any number of use', () => {
    const message = 'unable to parse numeric part of quantity';
    expect(parseQuantity('1'.repeat(1_000_000))).toEqual({ ok: false, message });
  });

  it('takes any exponent without spelling it out', () => {
    expect(canonicalQuantity('10e2000000000')).toBe('1e2000000001');
    expect(compareQuantities(parsed('1e2000000000'), parsed('2e2000000000'))).toBeLessThan(0);
  });

  it.each([
    ['1', '1000m', 0],
    ['1Ki', '1k', 1],
    ['-1', '1', -1],
    ['-2', '-1', -1],
    ['0', '-1m', 1],
    ['999m', '1', -1],
    ['1.5', '1.49', 1],
    ['0', '0Ki', 0],
  ])('compares by value: %s with %s', (a, b, sign) => {
    expect(Math.sign(compareQuantities(parsed(a), parsed(b)))).toBe(sign);
    expect(Math.sign(compareQuantities(parsed(b), parsed(a)))).toBe(0 - sign);
  });
});

const suffixes = [
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e3',
  'E-3',
  'e+6',
];
const anyQuantity = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.stringMatching(/^[0-9]{1,22}$/),
    fc.option(fc.stringMatching(/^[0-9]{0,12}$/), { nil: undefined }),
    fc.constantFrom(...suffixes),
  )
  .map(([sign, whole, fraction, suffix]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${suffix}`);

describe('any quantity', () => {
  it('has a canonical text that is its own canonical text and means the same', () => {
    fc.assert(
      fc.property(anyQuantity, (text) => {
        const once = parsed(text);
        const twice = parsed(once.text);
        expect(twice.text).toBe(once.text);
        expect(compareQuantities(once, twice)).toBe(0);
      }),
    );
  });

  it('of whole powers of 1024 has exactly their number, small enough for a double or not', () => {
    const largest = 2n ** 63n - 1n;
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{0,19}$/), fc.integer({ min: 1, max: 6 }), (whole, power) => {
        const value = BigInt(whole) * 1024n ** BigInt(power);
        const { digits, exponent } = parsed(`${whole}${' KMGTPE'[power] ?? ''}i`);
        expect({ digits, exponent }).toEqual({ digits: String(value > largest ? largest : value), exponent: 0 });
      }),
    );
  });
});
