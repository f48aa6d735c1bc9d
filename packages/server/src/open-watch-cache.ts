/** Creates the watch cache over the store, and counts events that operators should be alerted of. */
import { createWatchCache, type WatchCache } from '@keelson/cache';
import type { Storage } from '@keelson/storage';
import type { Metrics } from '@keelson/telemetry';

import type { ServerConfiguration } from './configuration.ts';
import { measureLag } from './measure/measure-lag.ts';

const historyRestartsTotal = {
  name: 'keelson_storage_history_restarts_total',
  help: 'Times that the store turned out to have another history, as after a restore from a backup.',
  stability: 'ALPHA',
} as const;

export function openWatchCache(
  { store, logger }: ServerConfiguration,
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  storage: Storage,
): WatchCache {
  // There from the start, so that the first one is an increase.
  const restarts = metrics.counter(historyRestartsTotal).with({});
  const { historyMs, historyBytes } = store;
  const onHistoryRestart = (): void => restarts.add(1);
  const cache = createWatchCache({ storage, logger, historyMs, historyBytes, onHistoryRestart });
  measureLag(metrics, { storage, cache });
  return cache;
}
