import { describe, expect, it } from '@jest/globals';

import { addLatencies, createLatencies, quantile } from './latencies.ts';

describe('latencies', () => {
  it('tell quantiles within a few percent', () => {
    const latencies = createLatencies();
    for (let microseconds = 1; microseconds <= 10_000; microseconds += 1) latencies.note(microseconds);
    for (const share of [0.01, 0.5, 0.99, 0.999]) {
      expect(quantile(latencies.counts, share) / (share * 10_000)).toBeGreaterThan(0.96);
      expect(quantile(latencies.counts, share) / (share * 10_000)).toBeLessThan(1.04);
    }
    expect(latencies.count).toBe(10_000);
  });

  it('add up', () => {
    const [few, many] = [createLatencies(), createLatencies()];
    few.note(100);
    for (let count = 0; count < 99; count += 1) many.note(10_000);
    const sum = addLatencies([few.counts, many.counts]);
    expect(sum.reduce((total, each) => total + each, 0)).toBe(100);
    expect(quantile(sum, 0.01)).toBe(quantile(few.counts, 1));
    expect(quantile(sum, 0.02)).toBe(quantile(many.counts, 1));
    expect(addLatencies([])).toEqual(createLatencies().counts);
  });

  it('know nothing of nothing', () => {
    expect(quantile(createLatencies().counts, 0.5)).toBeNaN();
  });
});
