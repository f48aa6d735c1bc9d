import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { layOut, measureLayout } from './lay-out.ts';

const textOf = (compact: string, depth?: number): string =>
  Buffer.concat([...layOut(Buffer.from(compact), depth)]).toString();

describe('the layout for people', () => {
  it('is that of JSON.stringify, and of the size that was measured, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = textOf(JSON.stringify(value));
        expect(text).toBe(JSON.stringify(value, null, 2));
        expect(measureLayout(Buffer.from(JSON.stringify(value)))).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps numbers and texts as they are written', () => {
    const compact = '{"a":1.50,"b":12345678901234567890,"c":"\\u00e4\\"{[,:]}\\\\","d":[],"e":{},"f":[{}]}';
    expect(textOf(compact)).toBe(
      '{\n  "a": 1.50,\n  "b": 12345678901234567890,\n  "c": "\\u00e4\\"{[,:]}\\\\",\n  "d": [],\n  "e": {},\n  "f": [\n    {}\n  ]\n}',
    );
  });

  it('takes what is laid out already for what it says', () => {
    const value = { a: [1, { b: [], c: {} }], d: 'e  f' };
    expect(textOf(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2));
  });

  it('of an item begins where the item stands', () => {
    const [item, list] = [{ a: [1] }, { items: [{ a: [1] }] }];
    const whole = JSON.stringify(list, null, 2);
    expect(whole).toContain(textOf(JSON.stringify(item), 2));
    expect(measureLayout(Buffer.from(JSON.stringify(item)), 2)).toBe(textOf(JSON.stringify(item), 2).length);
  });

  it('is made in pieces of bounded size, however deep it nests', () => {
    const deep = Buffer.from(`${'['.repeat(5_000)}${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}${']'.repeat(5_000)}`);
    let [most, size] = [0, 0];
    for (const piece of layOut(deep)) {
      most = Math.max(most, piece.length);
      size += piece.length;
    }
    expect(size).toBe(measureLayout(deep));
    expect(size).toBeGreaterThan(100_000_000);
    expect(most).toBeLessThan(256 * 1024);
  });

  it('does not run away with what is cut off', () => {
    for (const cut of ['{"a":"', '{"a":"\\', '{"a', '[', '[[', '{"a":']) {
      expect(Buffer.concat([...layOut(Buffer.from(cut))]).length).toBe(measureLayout(Buffer.from(cut)));
    }
  });
});
