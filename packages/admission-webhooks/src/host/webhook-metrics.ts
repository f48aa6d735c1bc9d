/** The metrics of webhooks: names, labels, stability and bounds are what dashboards rely on. */
import type { CounterCell, HistogramCell, HistogramDefinition, MetricDefinition, Metrics } from '@keelson/telemetry';

import type { HookReport } from '../contract.ts';

const duration: HistogramDefinition<'name' | 'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_webhook_admission_duration_seconds',
  help: 'Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
  labels: ['name', 'operation', 'rejected', 'type'],
  stability: 'STABLE',
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5],
};

const requests: MetricDefinition<'code' | 'name' | 'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_webhook_request_total',
  help: 'Admission webhook request total, identified by name and broken out for each admission type (validating or mutating) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
  labels: ['code', 'name', 'operation', 'rejected', 'type'],
  stability: 'ALPHA',
};

const rejections: MetricDefinition<'error_type' | 'name' | 'operation' | 'rejection_code' | 'type'> = {
  name: 'apiserver_admission_webhook_rejection_count',
  help: 'Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
  labels: ['error_type', 'name', 'operation', 'rejection_code', 'type'],
  stability: 'ALPHA',
};

const failOpen: MetricDefinition<'name' | 'type'> = {
  name: 'apiserver_admission_webhook_fail_open_count',
  help: 'Admission webhook fail open count, identified by name and broken out for each admission type (validating or mutating).',
  labels: ['name', 'type'],
  stability: 'ALPHA',
};

export type RecordReport = (report: HookReport) => void;

const largestCode = 600;

/** The metric cells of the calls with one set of labels. */
interface Cells {
  readonly seconds: HistogramCell;
  readonly counts: readonly CounterCell[];
}

export function createWebhookMetrics(metrics: Metrics): RecordReport {
  const [seconds, asked] = [metrics.histogram(duration), metrics.counter(requests)];
  const [rejected, opened] = [metrics.counter(rejections), metrics.counter(failOpen)];
  const cellsOf = ({ hook: { name, phase }, operation, outcome, code }: HookReport): Cells => {
    const type = phase === 'mutating' ? 'admit' : 'validating';
    const isRejected = outcome === 'denied' || outcome === 'failed' || outcome === 'broken';
    const shown = String(Math.min(code, largestCode));
    const labels = { name, operation, rejected: String(isRejected), type };
    const counts = [asked.with({ ...labels, code: shown })];
    if (outcome === 'failedOpen') counts.push(opened.with({ name, type }));
    if (isRejected) {
      counts.push(rejected.with({ name, operation, type, error_type: errorTypes[outcome], rejection_code: shown }));
    }
    return { seconds: seconds.with(labels), counts };
  };
  const known = new Map<string, Cells>();
  return (report) => {
    const { hook, operation, outcome, code } = report;
    const key = `${hook.phase} ${operation} ${outcome} ${code} ${hook.name}`;
    let cells = known.get(key);
    if (cells === undefined) known.set(key, (cells = cellsOf(report)));
    cells.seconds.observe(report.seconds);
    for (const count of cells.counts) count.add();
  };
}

const errorTypes = {
  denied: 'no_error',
  failed: 'calling_webhook_error',
  broken: 'apiserver_internal_error',
} as const;
