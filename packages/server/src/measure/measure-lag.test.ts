import { expect, it } from '@jest/globals';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { measureLag } from './measure-lag.ts';

function setUp() {
  const world = { stored: 5, reached: 5, nowMs: 1_000, isAway: false };
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  measureLag(metrics, {
    storage: {
      currentRevision: () => (world.isAway ? Promise.reject(new Error('away')) : Promise.resolve(world.stored)),
    },
    cache: { revision: () => world.reached },
    now: () => world.nowMs,
  });
  const lag = async (): Promise<number> =>
    Number(/^keelson_watch_cache_lag_seconds (\S+)$/m.exec((await metrics.print()).text)?.[1]);
  return { world, lag };
}

it('the lag of a watch cache that has every revision of the store is nothing', async () => {
  const { world, lag } = setUp();
  expect(await lag()).toBe(0);
  world.nowMs += 60_000;
  expect(await lag()).toBe(0);
});

it('the lag counts from the first scrape that found a revision missing, until that one is reached', async () => {
  const { world, lag } = setUp();
  world.stored = 9;
  expect(await lag()).toBe(0);
  world.nowMs += 15_000;
  world.stored = 12;
  world.reached = 8;
  expect(await lag()).toBe(15);
  world.reached = 10;
  world.nowMs += 15_000;
  expect(await lag()).toBe(0);
  world.nowMs += 4_000;
  expect(await lag()).toBe(4);
  world.reached = 12;
  expect(await lag()).toBe(0);
});

it('a store that does not answer adds no lag, and ends none', async () => {
  const { world, lag } = setUp();
  world.isAway = true;
  expect(await lag()).toBe(0);
  world.isAway = false;
  world.stored = 6;
  await lag();
  world.isAway = true;
  world.nowMs += 2_000;
  expect(await lag()).toBe(2);
});
