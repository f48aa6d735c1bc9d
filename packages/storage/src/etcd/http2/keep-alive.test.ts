import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { keepAlive } from './keep-alive.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function watchOver() {
  const seen = { pings: 0, silences: 0, isAwaiting: true };
  const liveness = keepAlive({
    isAwaiting: () => seen.isAwaiting,
    ping: () => (seen.pings += 1),
    onSilence: () => (seen.silences += 1),
  });
  return { seen, liveness };
}

describe('a connection', () => {
  it('is asked every six seconds, while something is awaited', () => {
    const { seen, liveness } = watchOver();
    jest.advanceTimersByTime(6_000);
    liveness.answered();
    seen.isAwaiting = false;
    jest.advanceTimersByTime(12_000);
    expect(seen).toMatchObject({ pings: 1, silences: 0 });
    seen.isAwaiting = true;
    jest.advanceTimersByTime(6_000);
    expect(seen.pings).toBe(2);
    liveness.stop();
  });

  it('that is silent for two seconds is given up', () => {
    const { seen } = watchOver();
    jest.advanceTimersByTime(7_999);
    expect(seen.silences).toBe(0);
    jest.advanceTimersByTime(1);
    expect(seen.silences).toBe(1);
  });

  it('that was stopped is not asked any more, nor given up', () => {
    const { seen, liveness } = watchOver();
    jest.advanceTimersByTime(6_500);
    liveness.stop();
    jest.advanceTimersByTime(20_000);
    expect(seen).toMatchObject({ pings: 1, silences: 0 });
  });
});
