/** Metric: the time by which the watch cache is behind the store, to alert on where events stop coming. */
import type { WatchCache } from '@keelson/cache';
import type { Storage } from '@keelson/storage';
import type { Metrics } from '@keelson/telemetry';

export interface LagParts {
  readonly storage: Pick<Storage, 'currentRevision'>;
  readonly cache: Pick<WatchCache, 'revision'>;
  readonly now?: () => number;
}

/** A scrape does not wait longer for the store. */
const patienceMs = 1_000;

const lagGauge = {
  name: 'keelson_watch_cache_lag_seconds',
  help: 'Time since the store reported a revision that the watch cache has not reached; 0 where it has reached all.',
  stability: 'ALPHA',
  ofReplica: 'max',
} as const;

/**
 * Costs the store a read for each scrape. A write outside the prefix moves the revision without an event, so that
 * the watch cache seems to be behind until the next event; leases are renewed every few seconds.
 */
export function measureLag(metrics: Pick<Metrics, 'gauge'>, { storage, cache, now = Date.now }: LagParts): void {
  let missing: { readonly revision: number; readonly sinceMs: number } | undefined;
  metrics.gauge(lagGauge, async (gauge) => {
    if (missing !== undefined && cache.revision() >= missing.revision) missing = undefined;
    if (missing === undefined) {
      const askedMs = now();
      const revision = await storage.currentRevision({ deadline: Date.now() + patienceMs }).catch(() => 0);
      if (cache.revision() < revision) missing = { revision, sinceMs: askedMs };
    }
    gauge.set({}, missing === undefined ? 0 : (now() - missing.sinceMs) / 1_000);
  });
}
