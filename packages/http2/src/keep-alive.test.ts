import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { keepAlive } from './keep-alive.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function watchOver() {
  const seen = { pings: 0, silences: 0, hasStreams: true, heard: 0 };
  const stop = keepAlive({
    heard: () => seen.heard,
    hasStreams: () => seen.hasStreams,
    ping: () => (seen.pings += 1),
    onSilence: () => (seen.silences += 1),
    pingMs: 6_000,
    pongMs: 2_000,
  });
  return { seen, stop };
}

describe('a connection', () => {
  it('is pinged every six seconds, while it has streams', () => {
    const { seen, stop } = watchOver();
    jest.advanceTimersByTime(6_000);
    seen.heard += 1;
    seen.hasStreams = false;
    jest.advanceTimersByTime(12_000);
    expect(seen).toMatchObject({ pings: 1, silences: 0 });
    seen.hasStreams = true;
    jest.advanceTimersByTime(6_000);
    expect(seen.pings).toBe(2);
    stop();
  });

  it('that is silent for two seconds after a ping is given up', () => {
    const { seen } = watchOver();
    jest.advanceTimersByTime(7_999);
    expect(seen.silences).toBe(0);
    jest.advanceTimersByTime(2);
    expect(seen.silences).toBe(1);
  });

  it('whose answer was read late, because the event loop stood still, is kept', () => {
    const { seen, stop } = watchOver();
    jest.advanceTimersByTime(6_000);
    setTimeout(() => setImmediate(() => (seen.heard += 1)), 1_999);
    jest.advanceTimersByTime(3_000);
    expect(seen.silences).toBe(0);
    stop();
  });

  it('that was stopped is not pinged any more, nor given up', () => {
    const { seen, stop } = watchOver();
    jest.advanceTimersByTime(6_500);
    stop();
    jest.advanceTimersByTime(20_000);
    expect(seen).toMatchObject({ pings: 1, silences: 0 });
  });
});
