import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createBackoff } from './backoff.ts';

describe('a back-off', () => {
  it('is between the shortened and the full delay, which doubles up to the limit', () => {
    const settings = fc.record({
      baseMs: fc.integer({ min: 1, max: 1_000 }),
      maxMs: fc.integer({ min: 1_000, max: 100_000 }),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
      part: fc.double({ min: 0, max: 0.999, noNaN: true }),
      failures: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(settings, ({ baseMs, maxMs, jitter, part, failures }) => {
        const backoff = createBackoff({ baseMs, maxMs, jitter, random: () => part });
        for (let failure = 0; failure < failures; failure += 1) {
          const full = Math.min(baseMs * 2 ** failure, maxMs);
          const delayMs = backoff.next('a');
          expect(delayMs).toBeLessThanOrEqual(full);
          expect(delayMs).toBeGreaterThanOrEqual(full * (1 - jitter));
        }
        expect(backoff.failures('a')).toBe(failures);
      }),
      { numRuns: 20 },
    );
  });

  it('of one key has nothing to do with that of another', () => {
    const backoff = createBackoff({ baseMs: 10, jitter: 0 });
    backoff.next('a');
    backoff.next('a');
    expect([backoff.next('b'), backoff.next('a')]).toEqual([10, 40]);
    backoff.forget('a');
    expect([backoff.next('b'), backoff.next('a')]).toEqual([20, 10]);
  });

  it('does not bring keys that failed together back together', () => {
    const backoff = createBackoff();
    const delays = new Set(Array.from({ length: 20 }, (_, key) => backoff.next(String(key))));
    expect(delays.size).toBeGreaterThan(1);
  });
});
