import { describe, expect, it } from '@jest/globals';

import { alarmsOf } from './alarms.ts';

describe('what a member says of itself', () => {
  it.each([
    [[], []],
    [['memberID:8925027824743593106 alarm:NOSPACE '], ['outOfSpace']],
    [
      ['memberID:1 alarm:NOSPACE ', 'memberID:2 alarm:NOSPACE ', 'memberID:2 alarm:CORRUPT '],
      ['outOfSpace', 'damaged'],
    ],
    [['etcdserver: no leader'], []],
  ])('%j has the alarms %j', (errors, alarms) => {
    expect(alarmsOf(errors)).toEqual(alarms);
  });
});
