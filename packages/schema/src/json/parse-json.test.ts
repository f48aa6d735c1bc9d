import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { quickestMsOf } from '../testing/processor-time.ts';
import { ExactNumber } from '../formats/exact-number.ts';
import { maxNesting } from './max-nesting.ts';
import { parseJson } from './parse-json.ts';
import { stringifyJson } from './stringify-json.ts';

function parsed(text: string) {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** Parsed by the exact reader, which duplicates need. */
function readExactly(text: string) {
  const result = parseJson(text, { onDuplicate: () => undefined });
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

function nested(depth: number, open = '[', close = ']'): string {
  return open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
}

describe('parsing', () => {
  it('agrees with JSON.parse on JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const spaced = JSON.stringify(value, undefined, indent);
        expect(stringifyJson(readExactly(spaced))).toBe(JSON.stringify(value));
        expect(stringifyJson(parsed(spaced))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('agrees with JSON.parse on what is no JSON', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '0',
      '.',
      'e',
      'true',
      'nul',
      '"',
      '\\',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(token).map((tokens) => tokens.join('')),
        (text) => {
          const isJson = (() => {
            try {
              JSON.parse(text);
              return true;
            } catch {
              return false;
            }
          })();
          expect(parseJson(text).ok).toBe(isJson);
          expect(parseJson(text, { onDuplicate: () => undefined }).ok).toBe(isJson);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps numbers as they were written', () => {
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.stringMatching(/^(0|[1-9][0-9]{0,25})$/),
        fc.stringMatching(/^(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,3})?$/),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(number, number, (a, b) => {
        for (const text of [a, `[${a},${b}]`, `{"a":${a},"b":{"c":${b}}}`])
          expect(stringifyJson(parsed(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('makes plain numbers of plain numbers', () => {
    expect(parsed('[1, 0.5, 12345678901234567890, 1.0]')).toEqual([
      1,
      0.5,
      12345678901234567890n,
      new ExactNumber('1.0'),
    ]);
  });

  it('replaces halves of surrogate pairs, which have no UTF-8', () => {
    expect(parsed('["\\ud800x", "\\ud83d\\ude00", "\\udc00"]')).toEqual(['\ufffdx', '\ud83d\ude00', '\ufffd']);
  });
});

describe('what is refused', () => {
  it.each([
    ['', 'unexpected end of JSON input', 0],
    ['   ', 'unexpected end of JSON input', 3],
    ['{"kind":', 'unexpected end of JSON input', 8],
    ['"abc', 'unexpected end of JSON input', 4],
    ['x', "invalid character 'x' looking for beginning of value", 0],
    ['[1,]', "invalid character ']' looking for beginning of value", 3],
    ['{,}', "invalid character ',' looking for beginning of object key string", 1],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string", 7],
    ['{"a" 1}', "invalid character '1' after object key", 5],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair", 7],
    ['{"a":02}', "invalid character '2' after object key:value pair", 6],
    ['[1 2]', "invalid character '2' after array element", 3],
    ['{} trailing', "invalid character 't' after top-level value", 3],
    ['{}{}', "invalid character '{' after top-level value", 2],
    ['not json', "invalid character 'o' in literal null (expecting 'u')", 1],
    ['trap', "invalid character 'a' in literal true (expecting 'u')", 2],
    ['-x', "invalid character 'x' in numeric literal", 1],
    ['1.x', "invalid character 'x' after decimal point in numeric literal", 2],
    ['1ex', "invalid character 'x' in exponent of numeric literal", 2],
    ['1e+x', "invalid character 'x' in exponent of numeric literal", 3],
    ['"a\nb"', "invalid character '\\n' in string literal", 2],
    ['"\\x"', "invalid character 'x' in string escape code", 2],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape", 5],
    ["'a'", "invalid character '\\'' looking for beginning of value", 0],
    ['\ufeff{}', "invalid character '\u00ef' looking for beginning of value", 0],
    ['\u0000', "invalid character '\\x00' looking for beginning of value", 0],
  ])('%j is told what is wrong and where', (text, message, offset) => {
    expect(parseJson(text)).toEqual({ ok: false, message, offset });
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('%s nested deeper than five hundred levels', (_, open, close) => {
    expect(parseJson(nested(maxNesting, open, close)).ok).toBe(true);
    for (const depth of [maxNesting + 1, 200_000]) {
      const refused = parseJson(nested(depth, open, close));
      expect(refused).toMatchObject({ ok: false, offset: maxNesting * open.length });
      expect(refused).toMatchObject({ message: `invalid character '${open.charAt(0)}' exceeded max depth` });
    }
  });

  it('only what is nested deep, not what is long', () => {
    expect(parseJson(JSON.stringify({ a: Array(30_000).fill([]), b: '['.repeat(30_000) })).ok).toBe(true);
  });

  it('more than the depth that was asked for', () => {
    expect(parseJson('[[[]]]', { maxDepth: 3 }).ok).toBe(true);
    expect(parseJson('[[[]]]', { maxDepth: 2 }).ok).toBe(false);
    expect(parseJson('[[[1.0]]]', { maxDepth: 3 }).ok).toBe(true);
    expect(parseJson('[[[1.0]]]', { maxDepth: 2 }).ok).toBe(false);
    expect(parseJson(nested(50_000), { maxDepth: Infinity }).ok).toBe(true);
  });
});

describe('duplicate keys', () => {
  function duplicates(text: string): { paths: string[]; value: unknown } {
    const paths: string[] = [];
    const result = parseJson(text, { onDuplicate: (path) => paths.push(path) });
    return { paths, value: result.ok ? result.value : result.message };
  }

  it('are told once each, by path; the last one counts', () => {
    const text = '{"spec":{"ports":[{},{"name":"a","name":"b","name":"c"}],"x":1,"x":2},"spec2":{"x":1}}';
    const { paths, value } = duplicates(text);
    expect(paths).toEqual(['spec.ports[1].name', 'spec.x']);
    expect(value).toEqual({ spec: { ports: [{}, { name: 'c' }], x: 2 }, spec2: { x: 1 } });
  });

  it('are the same key however they are escaped', () => {
    expect(duplicates('{"a":1,"\\u0061":2}')).toEqual({ paths: ['a'], value: { a: 2 } });
  });

  it('are seen for the names of the prototype too, and only when they are there', () => {
    expect(duplicates('{"__proto__":1,"constructor":2,"toString":3}').paths).toEqual([]);
    expect(duplicates('{"__proto__":1,"__proto__":2}').paths).toEqual(['__proto__']);
  });

  it('are told of up to a hundred times', () => {
    const text = `{${Array.from({ length: 500 }, (_, i) => `"k${i}":1,"k${i}":2`).join(',')}}`;
    expect(duplicates(text).paths).toHaveLength(100);
  });
});

describe('keys that name a prototype', () => {
  it.each([undefined, () => undefined])('are data', (onDuplicate) => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const result = parseJson(text, { onDuplicate });
    if (!result.ok) throw new Error(result.message);
    expect(Object.keys(result.value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(stringifyJson(result.value)).toBe(text);
  });
});

describe('time', () => {
  it.each([
    ['digits in a string', `"${'1'.repeat(2_000_000)}"`],
    ['exponents in a string', `"${'1e1'.repeat(700_000)}"`],
    ['fractions in a string', `"${'1.1.'.repeat(500_000)}"`],
    ['a long fraction in a string', `"1.${'1'.repeat(2_000_000)}"`],
    ['a number of a million digits', '1'.repeat(1_000_000)],
    ['open lists', '['.repeat(2_000_000)],
    ['blanks', ' '.repeat(2_000_000)],
  ])('is in proportion to the length: %s', (_, text) => {
    expect(quickestMsOf(() => parseJson(text), 2_000)).toBeLessThan(2_000);
  });
});
