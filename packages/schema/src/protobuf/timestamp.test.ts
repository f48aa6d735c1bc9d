import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { formatMicroTime, formatTime, parseTimestamp } from './timestamp.ts';

const seconds = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }).filter((value) => value !== -62_135_596_800);

describe('timestamps', () => {
  it('are printed as a Date prints them', () => {
    fc.assert(
      fc.property(seconds, (at) => {
        expect(formatTime(at)).toBe(`${new Date(at * 1000).toISOString().slice(0, 19)}Z`);
      }),
    );
  });

  it.each([
    '0000-02-29',
    '0001-01-02',
    '1600-02-29',
    '1900-02-28',
    '1900-03-01',
    '2000-02-29',
    '2023-12-31',
    '9999-12-31',
  ])('have %s as a day', (day) => {
    const text = `${day}T23:59:59Z`;
    expect(formatTime(parseTimestamp(text)?.seconds ?? 0)).toBe(text);
  });

  it('come back the same to the microsecond', () => {
    fc.assert(
      fc.property(seconds, fc.nat(999_999), (at, micros) => {
        const timestamp = { seconds: at, nanos: micros * 1000 };
        expect(parseTimestamp(formatMicroTime(at, timestamp.nanos) ?? '')).toEqual(timestamp);
      }),
    );
  });

  it('have the first instant of year 1 as no time', () => {
    expect(formatTime(-62_135_596_800)).toBeNull();
    expect(formatMicroTime(-62_135_596_800, 999)).toBeNull();
    expect(formatMicroTime(-62_135_596_800, 1000)).toBe('0001-01-01T00:00:00.000001Z');
    expect(parseTimestamp('0001-01-01T00:00:00Z')).toBeUndefined();
  });
});
