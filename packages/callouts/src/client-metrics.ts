/** Metrics of HTTP clients, `rest_client_*`: requests by code, method and host. */
import { STATUS_CODES } from 'node:http';

import { boundLabel, otherValues, type CounterCell, type HistogramCell, type Metrics } from '@keelson/telemetry';

/** Hosts beyond these are counted together: their names come from objects that users write. */
const maxHosts = 200;
/** Clients whose requests are passed on write any. */
const methods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

export interface HostRecorder {
  /** `status`: absent where there was no answer. */
  note(method: string, status: number | undefined, seconds: number): void;
}

export type HostRecorderOf = (host: string) => HostRecorder;

export function recordRequests(metrics: Metrics): HostRecorderOf {
  const totals = metrics.counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labels: ['code', 'method', 'host'],
    stability: 'ALPHA',
  });
  const durations = metrics.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Request latency in seconds. Broken down by verb, and host.',
    labels: ['verb', 'host'],
    stability: 'ALPHA',
    buckets,
  });
  const hostOf = boundLabel(maxHosts);
  return (name) => {
    const host = hostOf(name);
    const counts = new Map<string, CounterCell>();
    const latencies = new Map<string, HistogramCell>();
    return {
      note: (given, status, seconds) => {
        const method = methods.has(given) ? given : 'OTHER';
        const code = codeOf(status);
        const key = `${method} ${code}`;
        let count = counts.get(key);
        if (count === undefined) counts.set(key, (count = totals.with({ code, method, host })));
        count.add();
        let latency = latencies.get(method);
        if (latency === undefined) latencies.set(method, (latency = durations.with({ verb: method, host })));
        latency.observe(seconds);
      },
    };
  };
}

/** Servers may answer with any number: those that mean nothing are counted together. */
function codeOf(status: number | undefined): string {
  if (status === undefined) return '<error>';
  return STATUS_CODES[status] === undefined ? otherValues : String(status);
}
