/** The metric of conversions by webhooks. */
import type { HistogramDefinition, Metrics } from '@keelson/telemetry';

export const conversionDuration: HistogramDefinition<'crd_name' | 'from_version' | 'succeeded' | 'to_version'> = {
  name: 'apiserver_crd_webhook_conversion_duration_seconds',
  help: 'CRD webhook conversion duration in seconds',
  labels: ['crd_name', 'from_version', 'succeeded', 'to_version'],
  stability: 'ALPHA',
  buckets: [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384],
};

export interface ConversionCall {
  readonly definition: string;
  /** Versions without their group. */
  readonly from: string;
  readonly to: string;
  readonly hasSucceeded: boolean;
  readonly seconds: number;
}

export type RecordConversion = (call: ConversionCall) => void;

export function createConversionMetrics(metrics: Pick<Metrics, 'histogram'>): RecordConversion {
  const duration = metrics.histogram(conversionDuration);
  return ({ definition, from, to, hasSucceeded, seconds }) => {
    const labels = { crd_name: definition, from_version: from, succeeded: String(hasSucceeded), to_version: to };
    duration.observe(labels, seconds);
  };
}
