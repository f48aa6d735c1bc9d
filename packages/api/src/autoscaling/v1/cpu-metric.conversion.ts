/**
 * The one metric that autoscaling/v1 has fields for: how much of the CPU they ask for
 * the pods should use, and do use. In a list it may stand anywhere; where it is not
 * simply the last, the list is kept whole, so that its order is.
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

/** Of a metric that says this and nothing else. */
function percentageOf(metric: Metric): number | undefined {
  const percentage = metric.item.resource?.targetAverageUtilization;
  if (percentage === undefined) return undefined;
  return areSameItems(MetricSpec, [metric], [cpuMetric(percentage)]) ? percentage : undefined;
}

/** What was read, when only the percentage is known. Later versions then show no amount, where the stored form has 0. */
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

/** Whether the readings say no more than the percentage does. */
export function isCpuReadingAlone(readings: readonly Reading[], percentage: number | undefined): boolean {
  return percentage !== undefined && areSameItems(MetricStatus, readings, [cpuReading(percentage)]);
}
