import { describe, expect, it } from '@jest/globals';

import { createLatencies, quantile } from './latencies.ts';

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

  it('know nothing of nothing', () => {
    expect(quantile(createLatencies().counts, 0.5)).toBeNaN();
  });
});
