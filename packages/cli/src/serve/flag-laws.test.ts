import { firstReleaseWithout, releaseCalendar } from '@keelson/api';
import { describe, expect, it } from '@jest/globals';

import { flagCalendar, idleFlags, warnOfIdle } from './idle-flags.ts';

const order = releaseCalendar.map(({ release }) => release);

describe('the flags of the calendar', () => {
  it('work for as long as rule 5b says after they were deprecated', () => {
    const dated = flagCalendar.flatMap(({ name, deprecated, removed, stage }) =>
      deprecated === undefined || removed === undefined ? [] : [{ name, deprecated, removed, stage }],
    );
    const early = dated.filter(({ deprecated, removed, stage }) => {
      const first = firstReleaseWithout(`5b ${stage} flag of operators`, deprecated, releaseCalendar);
      return first === undefined || order.indexOf(removed) < order.indexOf(first);
    });
    expect(dated.length).toBeGreaterThan(5);
    expect(early).toEqual([]);
  });

  it('warn when they are used while they are deprecated, as rule 6 says', () => {
    const deprecated = flagCalendar.filter(({ removed }) => removed === undefined);
    expect(deprecated.length).toBeGreaterThan(10);
    for (const { name, deprecated: since = '' } of deprecated) {
      const flag = idleFlags.get(name);
      expect(flag && warnOfIdle(name, flag, 'x')).toEqual([
        expect.stringContaining(`Flag --${name} has been deprecated in ${since}`),
      ]);
    }
  });

  it('are either there or removed, and say what to use instead', () => {
    const names = flagCalendar.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(flagCalendar.filter(({ advice }) => advice === '')).toEqual([]);
  });
});
