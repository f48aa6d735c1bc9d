import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { keepAlive } from './keep-alive.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function watchOver() {
  const seen = { pings: 0, silences: 0, hasStreams: true };
  const liveness = keepAlive({
    hasStreams: () => seen.hasStreams,
    ping: () => (seen.pings += 1),
    onSilence: () => (seen.silences += 1),
  });
  return { seen, liveness };
}

describe('a connection', () => {
  it('is pinged every six seconds, while it has streams', () => {
    const { seen, liveness } = watchOver();
    jest.advanceTimersByTime(6_000);
    liveness.heard();
    seen.hasStreams = false;
    jest.advanceTimersByTime(12_000);
    expect(seen).toMatchObject({ pings: 1, silences: 0 });
    seen.hasStreams = true;
    jest.advanceTimersByTime(6_000);
    expect(seen.pings).toBe(2);
    liveness.stop();
  });

  it('that is silent for two seconds after a ping is given up', () => {
    const { seen } = watchOver();
    jest.advanceTimersByTime(7_999);
    expect(seen.silences).toBe(0);
    jest.advanceTimersByTime(2);
    expect(seen.silences).toBe(1);
  });

  it('whose answer was read late, because the event loop stood still, is kept', () => {
    const { seen, liveness } = watchOver();
    jest.advanceTimersByTime(6_000);
    setTimeout(() => setImmediate(liveness.heard), 1_999);
    jest.advanceTimersByTime(3_000);
    expect(seen.silences).toBe(0);
    liveness.stop();
  });

  it('that was stopped is not pinged any more, nor given up', () => {
    const { seen, liveness } = watchOver();
    jest.advanceTimersByTime(6_500);
    liveness.stop();
    jest.advanceTimersByTime(20_000);
    expect(seen).toMatchObject({ pings: 1, silences: 0 });
  });
});
