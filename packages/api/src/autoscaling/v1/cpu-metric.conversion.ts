/**
 * The one metric that autoscaling/v1 has fields for: CPU utilization in percent of the request, target and current.
 * Unless it is the last metric of a list, the list is kept whole, to preserve its order.
 */
import type { KeptItem } from './kept-items.conversion.ts';
import { areSameItems } from './kept-items.conversion.ts';
import { MetricSpec } from './metric-spec.ts';
import { MetricStatus } from './metric-status.ts';

type Metric = KeptItem<MetricSpec>;
type Reading = KeptItem<MetricStatus>;

export interface SplitMetrics {
  readonly percentage: number | undefined;
  readonly kept: readonly Metric[];
}

export function splitMetrics(metrics: readonly Metric[]): SplitMetrics {
  const percentages = metrics.map(percentageOf);
  const last = percentages.at(-1);
  if (last !== undefined && percentages.indexOf(last) === metrics.length - 1) {
    return { percentage: last, kept: metrics.slice(0, -1) };
  }
  return { percentage: percentages.find((each) => each !== undefined), kept: metrics };
}

export function joinMetrics({ percentage, kept }: SplitMetrics): readonly Metric[] {
  const isKept = percentage === undefined || kept.some((metric) => percentageOf(metric) === percentage);
  return isKept ? kept : [...kept, cpuMetric(percentage)];
}

function cpuMetric(percentage: number): Metric {
  return { item: { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: percentage } } };
}

/** The percentage of a metric that has no other content. */
function percentageOf(metric: Metric): number | undefined {
  const percentage = metric.item.resource?.targetAverageUtilization;
  if (percentage === undefined) return undefined;
  return areSameItems(MetricSpec, [metric], [cpuMetric(percentage)]) ? percentage : undefined;
}

/** A reading of which only the percentage is known. The stored form has the amount 0; later versions show none. */
export function cpuReading(percentage: number): Reading {
  const item = { name: 'cpu', currentAverageUtilization: percentage, currentAverageValue: '0' };
  const exact = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: percentage } } };
  return { item: { type: 'Resource', resource: item }, exact };
}

export function readPercentageOf({ item }: Reading): number | undefined {
  return item.type === 'Resource' && item.resource?.name === 'cpu'
    ? item.resource.currentAverageUtilization
    : undefined;
}

/** Returns true if the readings hold nothing beyond the percentage. */
export function isCpuReadingAlone(readings: readonly Reading[], percentage: number | undefined): boolean {
  return percentage !== undefined && areSameItems(MetricStatus, readings, [cpuReading(percentage)]);
}
