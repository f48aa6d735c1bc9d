import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { canonicalMicroTime, canonicalTime } from './time.ts';

describe('a time', () => {
  it.each([
    ['2022-05-03T10:20:30Z', '2022-05-03T10:20:30Z'],
    ['2022-05-03T10:20:30.987654321Z', '2022-05-03T10:20:30Z'],
    ['2022-05-03T10:20:30,5Z', '2022-05-03T10:20:30Z'],
    ['2022-05-03T01:20:30+02:00', '2022-05-02T23:20:30Z'],
    ['2022-12-31T23:59:59-00:30', '2023-01-01T00:29:59Z'],
    ['2020-02-29T00:00:00Z', '2020-02-29T00:00:00Z'],
    ['0099-01-31T00:00:00Z', '0099-01-31T00:00:00Z'],
    ['2022-05-03T1:20:30Z', '2022-05-03T01:20:30Z'],
  ])('is printed in UTC and to the second: %s is %s', (given, printed) => {
    expect(canonicalTime(given)).toEqual({ ok: true, value: printed });
  });

  it.each(['0001-01-01T00:00:00Z', '0001-01-01T01:00:00+01:00', '0001-01-01T00:00:00.5Z'])(
    'is null for the zero time: %s',
    (text) => {
      expect(canonicalTime(text)).toEqual({ ok: true, value: null });
    },
  );

  it.each([
    ['nonsense', ' as "2006-01-02T15:04:05Z07:00": cannot parse "nonsense" as "2006"'],
    ['', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
    ['2022-05-03', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
    ['2022-05-03 10:20:30Z', ' as "2006-01-02T15:04:05Z07:00": cannot parse " 10:20:30Z" as "T"'],
    ['2022-05-03T10:20:30', ' as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'],
    ['2022-05-03T10:20:30+0200', ' as "2006-01-02T15:04:05Z07:00": cannot parse "+0200" as "Z07:00"'],
    ['2022-05-03T10:20:30Zulu', ': extra text: "ulu"'],
    ['2022-13-03T10:20:30Z', ': month out of range'],
    ['2022-00-03T10:20:30Z', ': month out of range'],
    ['2022-02-29T10:20:30Z', ': day out of range'],
    ['2022-05-00T10:20:30Z', ': day out of range'],
    ['2022-05-03T24:00:00Z', ': hour out of range'],
    ['2022-05-03T10:60:00Z', ': minute out of range'],
    ['2022-05-03T10:20:60Z', ': second out of range'],
    ['0000-01-01T00:00:00+01:00', ': year out of range'],
    ['9999-12-31T23:59:59-01:00', ': year out of range'],
  ])('is refused with its fault: %j', (given, fault) => {
    expect(canonicalTime(given)).toEqual({ ok: false, message: `parsing time ${JSON.stringify(given)}${fault}` });
  });

  it('is its own canonical text once it is canonical', () => {
    const min = new Date('0001-01-02T00:00:00Z');
    const max = new Date('9999-12-31T23:59:59Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        const text = `${date.toISOString().slice(0, 19)}Z`;
        expect(canonicalTime(date.toISOString())).toEqual({ ok: true, value: text });
        expect(canonicalTime(text)).toEqual({ ok: true, value: text });
      }),
    );
  });
});

describe('a time to the microsecond', () => {
  it('is printed with six digits, in UTC', () => {
    expect(canonicalMicroTime('2022-05-03T10:20:30.123456+01:00')).toEqual({
      ok: true,
      value: '2022-05-03T09:20:30.123456Z',
    });
  });

  it('is null for the zero time', () => {
    expect(canonicalMicroTime('0001-01-01T00:00:00.000000Z')).toEqual({ ok: true, value: null });
    expect(canonicalMicroTime('0001-01-01T00:00:00.000001Z')).toEqual({
      ok: true,
      value: '0001-01-01T00:00:00.000001Z',
    });
  });

  it.each([
    ['2022-05-03T10:20:30Z', 'cannot parse "Z" as ".000000"'],
    ['2022-05-03T10:20:30.123Z', 'cannot parse ".123Z" as ".000000"'],
    ['2022-05-03T10:20:30.1234567Z', 'cannot parse "7Z" as "Z07:00"'],
    ['nonsense', 'cannot parse "nonsense" as "2006"'],
  ])('has to have exactly six: %s', (given, fault) => {
    const message = `parsing time ${JSON.stringify(given)} as "2006-01-02T15:04:05.000000Z07:00": ${fault}`;
    expect(canonicalMicroTime(given)).toEqual({ ok: false, message });
  });
});
