import { describe, expect, it } from '@jest/globals';

import { compileSchedule } from './compile-schedule.ts';
import { lastMissedTime, nextTime, zoneOf } from './next-time.ts';

function compiled(text: string) {
  const schedule = compileSchedule(text);
  if (schedule === undefined) throw new Error(`${text} is no schedule`);
  return schedule;
}

function zone(name = 'UTC') {
  const found = zoneOf(name);
  if (found === undefined) throw new Error(`${name} is no zone`);
  return found;
}

function next(text: string, after: string, name?: string): string | undefined {
  const found = nextTime(compiled(text), zone(name), Date.parse(after));
  return found === undefined ? undefined : new Date(found).toISOString().replace('.000Z', 'Z');
}

describe('the next moment of a schedule', () => {
  it.each([
    ['* * * * *', '2024-03-10T11:22:33Z', '2024-03-10T11:23:00Z'],
    ['* * * * *', '2024-03-10T11:23:00Z', '2024-03-10T11:24:00Z'],
    ['*/15 * * * *', '2024-03-10T11:46:00Z', '2024-03-10T12:00:00Z'],
    ['5-8/2,20 3 * * *', '2024-03-10T03:05:00Z', '2024-03-10T03:07:00Z'],
    ['5-8/2,20 3 * * *', '2024-03-10T03:07:00Z', '2024-03-10T03:20:00Z'],
    ['0 0 1 1 *', '2024-03-10T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['0 0 29 2 *', '2024-03-10T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 * * mon', '2024-03-10T00:00:00Z', '2024-03-11T00:00:00Z'],
    ['0 0 13 * fri', '2024-03-10T00:00:00Z', '2024-03-13T00:00:00Z'],
    ['0 0 */10 * fri', '2024-03-10T00:00:00Z', '2024-03-11T00:00:00Z'],
    ['30/10 * * jun *', '2024-03-10T00:00:00Z', '2024-06-01T00:30:00Z'],
    ['@daily', '2024-03-10T00:00:00Z', '2024-03-11T00:00:00Z'],
    ['@weekly', '2024-03-10T00:00:01Z', '2024-03-17T00:00:00Z'],
    ['@every 1m30s', '2024-03-10T00:00:01.700Z', '2024-03-10T00:01:31Z'],
    ['0 0 30 2 *', '2024-03-10T00:00:00Z', undefined],
  ])('of %j after %s is %s', (text, after, expected) => {
    expect(next(text, after)).toBe(expected);
  });

  it('is that of the clock in its time zone', () => {
    expect(next('30 9 * * *', '2024-01-10T00:00:00Z', 'Europe/Berlin')).toBe('2024-01-10T08:30:00Z');
    expect(next('30 9 * * *', '2024-07-10T00:00:00Z', 'Europe/Berlin')).toBe('2024-07-10T07:30:00Z');
    expect(next('0 0 * * *', '2024-07-10T00:00:00Z', 'Asia/Kolkata')).toBe('2024-07-10T18:30:00Z');
    expect(next('0 1 * * *', '2024-07-10T00:00:00Z', 'Pacific/Kiritimati')).toBe('2024-07-10T11:00:00Z');
    expect(compiled('TZ=Europe/Berlin 0 1 * * *').timeZone).toBe('Europe/Berlin');
    expect(zoneOf('Nowhere/Land')).toBeUndefined();
  });

  it('leaves out an hour that the clock leaves out, and takes one twice that it repeats', () => {
    // Berlin: 2024-03-31 02:00 is 03:00, 2024-10-27 03:00 is 02:00.
    expect(next('30 2 * * *', '2024-03-30T12:00:00Z', 'Europe/Berlin')).toBe('2024-04-01T00:30:00Z');
    expect(next('30 2 * * *', '2024-10-26T12:00:00Z', 'Europe/Berlin')).toBe('2024-10-27T00:30:00Z');
    expect(next('30 2 * * *', '2024-10-27T00:30:00Z', 'Europe/Berlin')).toBe('2024-10-27T01:30:00Z');
    expect(next('30 2 * * *', '2024-10-27T01:30:00Z', 'Europe/Berlin')).toBe('2024-10-28T01:30:00Z');
    expect(next('*/30 * * * *', '2024-10-27T00:30:00Z', 'Europe/Berlin')).toBe('2024-10-27T01:00:00Z');
  });

  it.each(['', '* * * *', '60 * * * *', '* * * * 7', '*/0 * * * *', 'x * * * *', '@sometimes', '5-1 * * * *'])(
    'does not exist for %j',
    (text) => {
      expect(compileSchedule(text)).toBeUndefined();
    },
  );
});

describe('the last moment that was missed', () => {
  const missed = (text: string, earliest: string, now: string) => {
    const found = lastMissedTime(compiled(text), zone(), Date.parse(earliest), Date.parse(now));
    return found && [new Date(found.atMs).toISOString().replace('.000Z', 'Z'), found.count];
  };

  it.each([
    ['0 * * * *', '2024-03-10T10:30:00Z', '2024-03-10T10:59:59Z', undefined],
    ['0 * * * *', '2024-03-10T10:30:00Z', '2024-03-10T11:00:00Z', ['2024-03-10T11:00:00Z', 1]],
    ['0 * * * *', '2024-03-10T10:30:00Z', '2024-03-10T14:10:00Z', ['2024-03-10T14:00:00Z', 4]],
    ['* * * * *', '2023-03-10T10:30:00Z', '2024-03-10T10:30:30Z', ['2024-03-10T10:30:00Z', 527_040]],
    ['0 0 1,2 * *', '2024-01-01T12:00:00Z', '2024-03-01T12:00:00Z', ['2024-03-01T00:00:00Z', 2]],
    ['@every 1h', '2024-03-10T10:30:00Z', '2024-03-10T13:10:00Z', ['2024-03-10T12:30:00Z', 2]],
  ])('of %j between %s and %s is %j', (text, earliest, now, expected) => {
    expect(missed(text, earliest, now)).toEqual(expected);
  });
});
