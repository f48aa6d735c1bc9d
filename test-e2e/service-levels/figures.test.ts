/** The figures that service levels are judged by. */
import { describe, expect, it } from '@jest/globals';

import { Latencies } from './latencies.ts';
import { trendOf, type Holding } from './processes.ts';

describe('latencies', () => {
  it.each([0.5, 0.99, 1])('are told at most a fiftieth too high, at %s', (share) => {
    const latencies = new Latencies();
    for (let ms = 1; ms <= 1_000; ms += 1) latencies.add(ms);
    const told = latencies.percentile(share);
    expect(told).toBeGreaterThanOrEqual(1_000 * share * 0.999);
    expect(told).toBeLessThanOrEqual(1_000 * share * 1.021);
    expect([latencies.total, latencies.mostMs]).toEqual([1_000, 1_000]);
  });
});

describe('the trend of what a process holds', () => {
  const hourMs = 3_600_000;
  const heldAt = (hour: number, memoryMiB: number): Holding => ({ atMs: hour * hourMs, memoryMiB, descriptors: 1 });

  it('is the growth in an hour, and that from the first third to the last', () => {
    const growing = Array.from({ length: 9 }, (_, index) => heldAt(index / 8, 100 + index * 8));
    const { first, last, perHour } = trendOf(growing, ({ memoryMiB }) => memoryMiB);
    expect([first, last]).toEqual([108, 156]);
    expect(perHour).toBeCloseTo(64);
    expect(trendOf(growing, ({ descriptors }) => descriptors)).toEqual({ first: 1, last: 1, perHour: 0 });
  });
});
