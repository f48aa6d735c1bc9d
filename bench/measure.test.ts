import { describe, expect, it } from '@jest/globals';

import { measureRatio, median } from './measure.ts';

describe('a measurement', () => {
  it('is the ratio of the two times, by the clock it is given', () => {
    let time = 0n;
    const spend = (ns: bigint) => () => (time += ns);
    const timing = measureRatio(spend(300_000n), spend(100_000n), { rounds: 5, now: () => time });
    expect(timing).toEqual({ subjectNs: 300_000, baselineNs: 100_000, ratio: 3 });
  });

  it('takes the middle, so that one bad round changes nothing', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 900])).toBe(3);
  });
});
