/** Metrics of the caches of verified tokens: `authentication_token_cache_*`. */
import type { GaugeMetric, Metrics } from '@keelson/telemetry';

export interface TokenCacheRecorder {
  /** `startedAt`: by `performance.now()`. */
  hit(startedAt: number): void;
  miss(startedAt: number): void;
  /** Of one that waits for a fetch of another. Returns the function to be called at its end. */
  block(): () => void;
  /** A token is verified, or another server is asked. Returns the function to be called at its end. */
  fetch(): (isOk: boolean) => void;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createTokenCacheMetrics(metrics: Metrics): TokenCacheRecorder {
  const byStatus = { labels: ['status'], stability: 'ALPHA' } as const;
  const requests = metrics.counter({
    ...byStatus,
    name: 'authentication_token_cache_request_total',
    help: 'Tokens that were looked up in the caches of tokens: hit or miss.',
  });
  const durations = metrics.histogram({
    ...byStatus,
    name: 'authentication_token_cache_request_duration_seconds',
    help: 'Time of these look-ups, with the fetch where there was one.',
    buckets,
  });
  const fetches = metrics.counter({
    ...byStatus,
    name: 'authentication_token_cache_fetch_total',
    help: 'Tokens that were verified since no cache had them: ok or error.',
  });
  const active = metrics.gauge({
    ...byStatus,
    name: 'authentication_token_cache_active_fetch_count',
    help: 'Fetches under way (in_flight), and requests that wait for a fetch of another (blocked).',
  });
  const cellsOf = (status: string) => ({ count: requests.with({ status }), duration: durations.with({ status }) });
  const [hit, miss] = [cellsOf('hit'), cellsOf('miss')];
  const note = ({ count, duration }: typeof hit, startedAt: number): void => {
    count.add();
    duration.observe((performance.now() - startedAt) / 1000);
  };
  return {
    hit: (startedAt) => note(hit, startedAt),
    miss: (startedAt) => note(miss, startedAt),
    block: () => begin(active, 'blocked'),
    fetch: () => {
      const end = begin(active, 'in_flight');
      return (isOk) => {
        end();
        fetches.add({ status: isOk ? 'ok' : 'error' });
      };
    },
  };
}

function begin(active: GaugeMetric<'status'>, status: string): () => void {
  active.add({ status }, 1);
  return () => active.add({ status }, -1);
}
