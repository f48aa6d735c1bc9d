import { describe, expect, it } from '@jest/globals';

import { SecondPeak } from './second-peak.ts';

describe('the peak of a second', () => {
  it('is shown in the second after it', () => {
    const requests = new SecondPeak(10_000);
    requests.add(1, 10_100);
    requests.add(1, 10_200);
    requests.add(-1, 10_300);
    expect([requests.count, requests.peak(10_900)]).toEqual([1, 0]);
    requests.add(-1, 11_050);
    expect([requests.count, requests.peak(11_999)]).toEqual([0, 2]);
  });

  it('is at least the count that the second begins with', () => {
    const requests = new SecondPeak(0);
    requests.add(1, 500);
    expect([requests.peak(1_000), requests.peak(2_500), requests.peak(60_000)]).toEqual([1, 1, 1]);
    requests.add(-1, 60_001);
    expect([requests.peak(61_000), requests.peak(62_000)]).toEqual([1, 0]);
  });
});
