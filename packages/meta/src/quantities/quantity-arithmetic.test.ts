import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addQuantity,
  compareQuantity,
  isMultipleOfQuantity,
  isWholeQuantity,
  ratioOfQuantities,
  roundUpQuantity,
  signOfQuantity,
  subtractQuantity,
} from './quantity-arithmetic.ts';

describe('quantities', () => {
  it.each([
    ['250m', '250m', '500m'],
    ['1', '500m', '1500m'],
    ['1Gi', '512Mi', '1536Mi'],
    ['1Gi', '1Gi', '2Gi'],
    ['0', '1Ki', '1Ki'],
    ['1Ki', '0', '1Ki'],
    ['1', '-1', '0'],
    ['-1', '500m', '-500m'],
    ['1n', '1', '1000000001n'],
    ['2k', '3', '2003'],
  ])('%s and %s are %s', (a, b, sum) => {
    expect(addQuantity(a, b)).toBe(sum);
  });

  it.each([
    ['1', '400m', '600m'],
    ['400m', '1', '-600m'],
    ['1', '-1', '2'],
    ['0', '1Ki', '-1Ki'],
    ['0', '0', '0'],
    ['2Gi', '512Mi', '1536Mi'],
  ])('%s less %s is %s', (a, b, difference) => {
    expect(subtractQuantity(a, b)).toBe(difference);
  });

  it.each([
    ['1500m', '2'],
    ['-1500m', '-2'],
    ['1n', '1'],
    ['1Gi', '1Gi'],
    ['2k', '2k'],
  ])('%s rounded up is %s', (text, whole) => {
    expect(roundUpQuantity(text)).toBe(whole);
  });

  it('compare by value, whatever their notation', () => {
    expect(compareQuantity('1024', '1Ki')).toBe(0);
    expect(compareQuantity('999m', '1')).toBeLessThan(0);
    expect(compareQuantity('-1', '-2')).toBeGreaterThan(0);
  });

  it('are so many times another', () => {
    expect(ratioOfQuantities('1', '250m')).toBe(4);
    expect(ratioOfQuantities('1Gi', '512Mi')).toBe(2);
  });

  it('have a sign', () => {
    expect(['-1m', '0', '1n'].map(signOfQuantity)).toEqual([-1, 0, 1]);
  });

  it('are whole or not', () => {
    expect(['1', '1Ki', '2k', '0', '1e3'].map(isWholeQuantity)).toEqual([true, true, true, true, true]);
    expect(['1500m', '1n'].map(isWholeQuantity)).toEqual([false, false]);
  });

  it('are multiples of others', () => {
    expect(isMultipleOfQuantity('4Mi', '2Mi')).toBe(true);
    expect(isMultipleOfQuantity('3', '2Mi')).toBe(false);
    expect(isMultipleOfQuantity('0', '2Mi')).toBe(false);
    expect(isMultipleOfQuantity('3', '500m')).toBe(true);
  });

  it('of all sizes are added in no time', () => {
    expect(addQuantity('1e2000000000', '1')).toBe('1e2000000000');
    expect(isMultipleOfQuantity('1e2000000000', '3')).toBe(false);
  });

  it('are broken promises when they are none', () => {
    expect(() => signOfQuantity('x')).toThrow(TypeError);
  });

  it('add in either order to the same value', () => {
    const quantity = fc
      .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom('m', '', 'k', 'Ki', 'Mi', 'G'))
      .map(([number, suffix]) => `${number}${suffix}`);
    fc.assert(fc.property(quantity, quantity, (a, b) => compareQuantity(addQuantity(a, b), addQuantity(b, a)) === 0));
  });
});
