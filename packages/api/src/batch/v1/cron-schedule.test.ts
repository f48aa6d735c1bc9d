import { describe, expect, it } from '@jest/globals';

import { findScheduleProblem } from './cron-schedule.ts';

describe('schedules', () => {
  it.each([
    '* * * * *',
    '*/15 0-6 1,15 * 1-5',
    '5/20 * * JAN-mar sun',
    '? ? ? ? ?',
    '  0   3 * * *  ',
    '@daily',
    '@every 1h30m',
    'TZ=UTC 0 3 * * *',
    'CRON_TZ=Europe/Vienna 0 3 * * *',
    'TZ=UTC @hourly',
  ])('may be %j', (schedule) => {
    expect(findScheduleProblem(schedule)).toBeUndefined();
  });

  it.each([
    ['', 'empty spec string'],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['0 0 0 * * *', 'expected exactly 5 fields, found 6: [0 0 0 * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* 24 * * *', 'end of range (24) above maximum (23): 24'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['* * * 13 *', 'end of range (13) above maximum (12): 13'],
    ['* * * * 7', 'end of range (7) above maximum (6): 7'],
    ['9-3 * * * *', 'beginning of range (9) beyond end of range (3): 9-3'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['*/2/3 * * * *', 'too many slashes: */2/3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['*/-1 * * * *', 'negative number (-1) not allowed: -1'],
    ['@often', 'unrecognized descriptor: @often'],
    ['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
    ['TZ=Nowhere 0 3 * * *', 'provided bad location Nowhere: unknown time zone Nowhere'],
    ['TZ=UTC', 'empty spec string'],
  ])('are refused: %j, as %s', (schedule, problem) => {
    expect(findScheduleProblem(schedule)).toBe(problem);
  });
});
