/** The metrics of webhooks: names, labels, stability and bounds are what dashboards rely on. */
import type { HistogramDefinition, MetricDefinition, Metrics } from '@keelson/telemetry';

import type { HookReport } from '../contract.ts';

const duration: HistogramDefinition<'name' | 'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_webhook_admission_duration_seconds',
  help: 'Seconds that a webhook took, by its name, the operation and the type (validating or admit).',
  labels: ['name', 'operation', 'rejected', 'type'],
  stability: 'STABLE',
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5],
};

const requests: MetricDefinition<'code' | 'name' | 'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_webhook_request_total',
  help: 'Requests that a webhook was asked about, and the code of its answer; codes above 600 count as 600.',
  labels: ['code', 'name', 'operation', 'rejected', 'type'],
  stability: 'ALPHA',
};

const rejections: MetricDefinition<'error_type' | 'name' | 'operation' | 'rejection_code' | 'type'> = {
  name: 'apiserver_admission_webhook_rejection_count',
  help: 'Requests that a webhook rejected, or that were rejected because it failed; codes above 600 count as 600.',
  labels: ['error_type', 'name', 'operation', 'rejection_code', 'type'],
  stability: 'ALPHA',
};

const failOpen: MetricDefinition<'name' | 'type'> = {
  name: 'apiserver_admission_webhook_fail_open_count',
  help: 'Requests that went on although a webhook had failed, as its failure policy says.',
  labels: ['name', 'type'],
  stability: 'ALPHA',
};

export type RecordReport = (report: HookReport) => void;

const largestCode = 600;

export function createWebhookMetrics(metrics: Metrics): RecordReport {
  const [seconds, asked] = [metrics.histogram(duration), metrics.counter(requests)];
  const [rejected, opened] = [metrics.counter(rejections), metrics.counter(failOpen)];
  return ({ hook: { name, phase }, operation, seconds: took, outcome, code }) => {
    const type = phase === 'mutating' ? 'admit' : 'validating';
    const isRejected = outcome === 'denied' || outcome === 'failed' || outcome === 'broken';
    const shown = String(Math.min(code, largestCode));
    const labels = { name, operation, rejected: String(isRejected), type };
    seconds.observe(labels, took);
    asked.add({ ...labels, code: shown });
    if (outcome === 'failedOpen') opened.add({ name, type });
    if (isRejected) rejected.add({ name, operation, type, error_type: errorTypes[outcome], rejection_code: shown });
  };
}

const errorTypes = {
  denied: 'no_error',
  failed: 'calling_webhook_error',
  broken: 'apiserver_internal_error',
} as const;
