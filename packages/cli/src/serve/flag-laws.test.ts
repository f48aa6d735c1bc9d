import { firstReleaseWithout, releaseCalendar } from '@keelson/api';
import { describe, expect, it } from '@jest/globals';

import { flagIntroductions } from './flag-introductions.ts';
import { serveFlags } from './flags.ts';
import { flagCalendar, idleFlags, removedFlags, warnOfIdle } from './idle-flags.ts';

const order = releaseCalendar.map(({ release }) => release);

describe('the flags of the calendar', () => {
  it('work for as long as rule 5b says after they were deprecated [rule-5b]', () => {
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

  it('warn when they are used while they are deprecated, as rule 6 says [rule-6]', () => {
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

describe('the flags of kube-apiserver 1.24', () => {
  it('are all known: they work, or are accepted with the reason why they mean nothing', () => {
    const names = [...flagIntroductions.keys()];
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => !(name in serveFlags) && !idleFlags.has(name))).toEqual([]);
    expect(names.filter((name) => removedFlags.has(name))).toEqual([]);
  });

  it('came with releases of the calendar, and before they were deprecated', () => {
    const wrong = [...flagIntroductions].filter(([name, release]) => {
      if (release === 'before' || release === 'unrecorded') return false;
      const { deprecated } = flagCalendar.find((row) => row.name === name) ?? {};
      return (
        !order.includes(release) || (deprecated !== undefined && order.indexOf(deprecated) < order.indexOf(release))
      );
    });
    expect(wrong).toEqual([]);
  });
});
