import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { findSyntaxError } from './json-syntax.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const isJson = (text: string): boolean => findSyntaxError(Buffer.from(text)) === undefined;

describe('the check of JSON', () => {
  it('takes whatever JSON.stringify writes, with spaces and without', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t', ' \n'), (value, indent) => {
        expect(isJson(JSON.stringify(value, undefined, indent))).toBe(true);
      }),
    );
  });

  it('agrees with JSON.parse on every text, however broken', () => {
    const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '\\u00e', '0', '1', '-', '.', 'e', '+', 'true'];
    const more = ['null', 'fals', ' ', '\n', '\t', '\u0001', '\u00a0', 'é', '\u{10ffff}', '01', '1.5e-7', '\\n'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(isJson(text)).toBe(parses(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('agrees with JSON.parse on a JSON text from which a piece was cut or to which one was added', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }), (value, at, length, added) => {
        const text = JSON.stringify(value);
        const start = at % (text.length + 1);
        const changed = text.slice(0, start) + added + text.slice(start + length);
        expect(isJson(changed)).toBe(parses(changed));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1}}', 7],
    ['{"a":tru}', 8],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['{"a":"\n"}', 6],
    ['nul', 3],
  ])('tells where %j ceases to be JSON', (text, position) => {
    expect(findSyntaxError(Buffer.from(text))).toBe(position);
  });

  it('has no limit of depth, and does not recurse', () => {
    const depth = 200_000;
    expect(isJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toBe(true);
    expect(isJson('{"a":'.repeat(depth))).toBe(false);
  });
});
