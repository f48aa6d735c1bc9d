/** Metrics of OpenAPI v2: the changes of remote documents, and how long the last merge took for each reason. */
import { boundLabel, type Metrics } from '@keelson/telemetry';

export type RegenerationReason = 'add' | 'update' | 'delete';

export interface RegenerationMetrics {
  /** The document of a server has changed. `apiService`: the first that it is registered by. */
  note(apiService: string, reason: RegenerationReason): void;
  /** The document has been merged into that of this server. */
  noteMerged(reason: RegenerationReason, seconds: number): void;
}

/** Names of APIServices beyond these are counted together: they come and go. */
const maxNames = 500;

export function createRegenerationMetrics(metrics: Pick<Metrics, 'counter' | 'gauge'>): RegenerationMetrics {
  const count = metrics.counter({
    name: 'aggregator_openapi_v2_regeneration_count',
    help: 'Counter of OpenAPI v2 spec regeneration count broken down by causing APIService name and reason.',
    labels: ['apiservice', 'reason'],
    stability: 'ALPHA',
  });
  const duration = metrics.gauge({
    name: 'aggregator_openapi_v2_regeneration_duration',
    help: 'Gauge of OpenAPI v2 spec regeneration duration in seconds.',
    labels: ['reason'],
    stability: 'ALPHA',
    ofReplica: 'max',
  });
  // Nothing is merged at the start: servers are asked once they are available.
  count.add({ apiservice: '*', reason: 'startup' }, 0);
  duration.set({ reason: 'startup' }, 0);
  const labelOf = boundLabel(maxNames);
  return {
    note: (apiService, reason) => count.add({ apiservice: labelOf(apiService), reason }),
    noteMerged: (reason, seconds) => duration.set({ reason }, seconds),
  };
}
