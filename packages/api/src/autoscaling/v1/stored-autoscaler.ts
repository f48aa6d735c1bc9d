/**
 * The stored form of autoscalers of all versions: the CPU utilization has its field alone, and comes back as the last
 * metric; other metrics lose the type of their target. A reading keeps its amount, 0 where it had none.
 */
import { annotationsOfDetails, fromStored, writeDetails } from './autoscaler-details.conversion.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';
import type { KeptItem } from './kept-items.conversion.ts';
import type { MetricSpec } from './metric-spec.ts';

type Metric = KeptItem<MetricSpec>;

export function toStoredAutoscaler(object: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const { targetCPUUtilizationPercentage, ...spec } = object.spec;
  const annotations = object.metadata.annotations ?? {};
  const isPlain = !annotationsOfDetails.some((name) => annotations[name] !== undefined);
  if (isPlain && object.status.currentCPUUtilizationPercentage === undefined) return object;
  const { outline, details } = fromStored(object);
  const percentage = utilizationOf(details.metrics);
  const metrics = details.metrics.filter((metric) => !isCpu(metric) || sharesOf(metric) === undefined);
  const written = writeDetails(outline, {
    ...details,
    metrics: metrics.map(({ item }) => ({ item })),
    readings: details.readings.map(({ item }) => ({ item })),
  });
  return {
    ...written,
    spec: { ...spec, ...(percentage !== undefined && { targetCPUUtilizationPercentage: percentage }) },
  };
}

/** That of the first metric of the CPU, if it has one; another one is lost. */
function utilizationOf(metrics: readonly Metric[]): number | undefined {
  const first = metrics.find(isCpu);
  return first && sharesOf(first);
}

function isCpu({ item }: Metric): boolean {
  return item.type === 'Resource' && item.resource?.name === 'cpu';
}

function sharesOf({ item }: Metric): number | undefined {
  return item.resource?.targetAverageUtilization;
}
