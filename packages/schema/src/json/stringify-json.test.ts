import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { JsonValue } from '../language/json-value.ts';
import { ExactNumber } from '../formats/exact-number.ts';
import { stringifyJson } from './stringify-json.ts';

describe('printing', () => {
  it('is as JSON.stringify does it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(stringifyJson(value as JsonValue, indent)).toBe(JSON.stringify(value, undefined, indent));
      }),
    );
  });

  it('is the same beside a number that kept its text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const marked = JSON.stringify([value, 424242], undefined, indent).replace(/424242(?=\s*\]$)/, '1.0');
        expect(stringifyJson([value as JsonValue, new ExactNumber('1.0')], indent)).toBe(marked);
      }),
    );
  });

  it('is exact for bigints and for numbers that kept their text', () => {
    const value = { a: 9223372036854775807n, b: [new ExactNumber('1e3')], c: undefined } as unknown as JsonValue;
    expect(stringifyJson(value)).toBe('{"a":9223372036854775807,"b":[1e3]}');
  });

  it('is safe at any depth', () => {
    let value: JsonValue = [];
    for (let i = 0; i < 200_000; i += 1) value = i % 2 === 0 ? [value] : { a: value };
    expect(stringifyJson(value)).toHaveLength((200_000 / 2) * 2 + (200_000 / 2) * 6 + 2);
  });

  it('refuses a cycle instead of printing for ever', () => {
    const value: JsonValue[] = [];
    value.push(value);
    expect(() => stringifyJson(value)).toThrow(TypeError);
  });
});
