import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { canonicalDuration, formatDuration, parseDuration } from './duration.ts';

describe('a duration', () => {
  it.each([
    ['0', '0s'],
    ['1h', '1h0m0s'],
    ['90m', '1h30m0s'],
    ['1.5h', '1h30m0s'],
    ['90s', '1m30s'],
    ['1500ms', '1.5s'],
    ['1m0.5s', '1m0.5s'],
    ['1.5ms', '1.5ms'],
    ['1500us', '1.5ms'],
    ['1\u03bcs', '1\u00b5s'],
    ['15ns', '15ns'],
    ['-1m', '-1m0s'],
    ['+5s', '5s'],
    ['1s1s', '2s'],
    ['.5s', '500ms'],
    ['1.s', '1s'],
  ])('prints in hours, minutes and seconds: %s is %s', (given, printed) => {
    expect(canonicalDuration(given)).toEqual({ ok: true, value: printed });
  });

  it.each([
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['soon', 'time: invalid duration "soon"'],
    ['.s', 'time: invalid duration ".s"'],
    ['5', 'time: missing unit in duration "5"'],
    ['5d', 'time: unknown unit "d" in duration "5d"'],
    ['1h 5m', 'time: unknown unit "h " in duration "1h 5m"'],
    ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
    ['2562048h', 'time: invalid duration "2562048h"'],
  ])('is refused with its fault: %j', (given, message) => {
    expect(parseDuration(given)).toEqual({ ok: false, message });
  });

  it('is refused in no time when it is endless', () => {
    expect(parseDuration(`${'9'.repeat(1_000_000)}s`).ok).toBe(false);
    expect(parseDuration('1h'.repeat(3_000_000)).ok).toBe(false);
  });

  it('is what it was after printing and reading', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanoseconds) => {
        expect(parseDuration(formatDuration(nanoseconds))).toEqual({ ok: true, value: nanoseconds });
      }),
    );
  });
});
