import { describe, expect, it } from '@jest/globals';

import { acceptableGrowth, growthOf } from '../../testing/growth.ts';
import { quickestMsOf } from '../../testing/processor-time.ts';
import { estimatePatternSize } from './pattern-size.ts';
import { compilePattern, costOfPattern } from './pattern.ts';

function matches(source: string, text: string): boolean {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.matches(text);
}

describe('patterns of users', () => {
  it.each([
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', 'my-name', true],
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', 'my-name-', false],
    ['b', 'abc', true],
    ['(?i)^abc$', 'ABC', true],
    [String.raw`\Aab\z`, 'ab', true],
    [String.raw`^\pN+$`, '12', true],
    ['(?P<year>[[:digit:]]{4})', 'in 2022', true],
    ['^a$', 'a\n', false],
    ['^.$', '😀', true],
  ])('have the notation of the API: %s with %j', (source, text, expected) => {
    expect(matches(source, text)).toBe(expected);
  });

  it.each([
    ['(', 'missing closing ): `(`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    [String.raw`(a)\1`, String.raw`invalid escape sequence: ` + '`\\1`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(a{1000}){1000}', 'invalid repeat count: `{1000}`'],
    ['a'.repeat(1_000_000), 'expression too large'],
  ])('are refused where they have another notation, or are too large: %#', (source, problem) => {
    expect(compilePattern(source)).toEqual({ ok: false, message: `error parsing regexp: ${problem}` });
  });

  it.each(['^(a+)+$', '(a|a)*b', '(.*)(.*)(.*)x', '^(a?){50}a{50}$', '(a|aa|aaa|b)*c'])(
    'take time in proportion to the text: %s',
    (source) => {
      const make = (size: number) => `${'a'.repeat(size)}!`;
      expect(growthOf(make, (text) => matches(source, text))).toBeLessThan(acceptableGrowth);
    },
  );

  it.each([
    '(a{10}){100}'.repeat(340),
    String.raw`(?i)[\x{100}-\x{ffff}]`.repeat(160),
    String.raw`\pL`.repeat(1_300),
    String.raw`(?i)\pL{1000}`,
    '[a-z]{900}|'.repeat(300),
    'a?'.repeat(2_000),
    '(?i)' + '[a-z]'.repeat(800),
    '[[:^alpha:]]{1000}',
    'éa'.repeat(500),
  ])('cost little to compile, and no more than is said before: %#', (source) => {
    compilePattern('(?i)warm');
    const foretoldMs = (costOfPattern(source) * 50 * 4) / 1_000_000 + 40;
    const limitMs = Math.min(200, foretoldMs);
    expect(quickestMsOf(() => compilePattern(source), limitMs)).toBeLessThan(limitMs);
  });

  it.each([
    ['^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$', 68],
    ['(a{10}){100}', 1_200],
    [String.raw`[\]a]{2}\{3}[]b]{3}`, 8],
    ['((a{100}){100}){100}', 1],
  ])('have their size estimated: %s', (source, size) => {
    expect(estimatePatternSize(source)).toBe(size);
  });

  it('match no text that would take too long', () => {
    expect(matches('(x{0,500}y{0,500})*', 'x'.repeat(1_000_000))).toBe(false);
  });

  it('quotes the part that is wrong, also where it is empty', () => {
    expect(compilePattern('a\\')).toEqual({
      ok: false,
      message: 'error parsing regexp: trailing backslash at end of expression: ``',
    });
  });
});

describe('the matches of a pattern', () => {
  it.each([
    ['[0-9]+', '1 22 333', ['1', '22', '333']],
    ['a*', 'ab', ['a', '', '']],
    ['x', 'abc', []],
  ])('of %s in %j are found from the left', (source, text, found) => {
    const compiled = compilePattern(source);
    expect(compiled.ok && [...compiled.findAll(text)]).toEqual(found);
  });

  it('are bounded by the size of the pattern', () => {
    const compiled = compilePattern('(x{0,500}y{0,500})*');
    expect(compiled.ok && compiled.programSize).toBeGreaterThan(1_000);
    expect(compiled.ok && [...compiled.findAll('x'.repeat(1_000_000))]).toEqual(['']);
  });
});
