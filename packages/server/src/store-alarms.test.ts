import { afterEach, describe, expect, it } from '@jest/globals';
import type { StorageAlarm, StorageStatus } from '@keelson/storage';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { watchStoreAlarms } from './store-alarms.ts';
import type { StoreAlarms } from './store-alarms.ts';

let running: StoreAlarms | undefined;
afterEach(() => running?.stop());

function setUp() {
  const store = { alarms: [] as StorageAlarm[], isAway: false, looks: 0 };
  const logged: string[] = [];
  const note = (message: string, fields: { readonly alarm?: unknown } = {}) =>
    void logged.push(`${message}: ${String(fields.alarm)}`);
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  running = watchStoreAlarms({
    storage: {
      status: async () => {
        store.looks += 1;
        if (store.isAway) throw new Error('away');
        return Promise.resolve({ alarms: [...store.alarms] } as unknown as StorageStatus);
      },
    },
    metrics,
    logger: { ...silentLogger, warn: note, info: note },
    intervalMs: 1,
  });
  const looked = async (times = 3): Promise<void> => {
    for (const until = store.looks + times; store.looks < until;)
      await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const gauge = async (): Promise<string | undefined> =>
    (await metrics.print()).text.split('\n').find((line) => line.includes('alarm="outOfSpace"'));
  return { store, logged, looked, gauge, alarms: running };
}

describe('an alarm of the store', () => {
  it('is told of once when it begins and once when it ends, and shown meanwhile', async () => {
    const { store, logged, looked, gauge, alarms } = setUp();
    await looked();
    expect([alarms.check(), await gauge(), logged]).toEqual([undefined, expect.stringMatching(/ 0$/), []]);
    store.alarms = ['outOfSpace'];
    await looked(10);
    expect(alarms.check()).toContain('the store is full');
    expect(await gauge()).toMatch(/ 1$/);
    expect(logged).toEqual(['an alarm of the store has begun: outOfSpace']);
    store.alarms = [];
    await looked(10);
    expect([alarms.check(), await gauge()]).toEqual([undefined, expect.stringMatching(/ 0$/)]);
    expect(logged).toEqual([
      'an alarm of the store has begun: outOfSpace',
      'an alarm of the store has ended: outOfSpace',
    ]);
  });

  it('stays while the store does not answer', async () => {
    const { store, logged, looked, alarms } = setUp();
    store.alarms = ['outOfSpace'];
    await looked();
    store.isAway = true;
    await looked();
    expect(alarms.check()).toContain('the store is full');
    expect(logged).toHaveLength(1);
  });
});
