/**
 * Autoscalers of v2beta1 and the stored v1. Metrics have the form in which v1 keeps
 * them; behavior, and what later versions say more about a metric, stays in
 * annotations here too.
 */
import type { Conversion } from '@keelson/schema';

import {
  behaviorAnnotation,
  fromStored,
  metricsAnnotation,
  readDetails,
  readingsAnnotation,
  toStored,
  withAnnotations,
} from '../v1/autoscaler-details.conversion.ts';
import type { HorizontalPodAutoscaler as StoredAutoscaler } from '../v1/horizontal-pod-autoscaler.ts';
import { writeBehavior } from '../v1/kept-behavior.conversion.ts';
import { areSameItems, writeItems } from '../v1/kept-items.conversion.ts';
import type { KeptItem } from '../v1/kept-items.conversion.ts';
import { MetricSpec as StoredMetricSpec } from '../v1/metric-spec.ts';
import { MetricStatus as StoredMetricStatus } from '../v1/metric-status.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';

type Metric = KeptItem<StoredMetricSpec>;
type Reading = KeptItem<StoredMetricStatus>;

export const horizontalPodAutoscalerConversion: Conversion<HorizontalPodAutoscaler> = {
  toHub({ spec, status, ...others }) {
    const { metrics = [], ...sameSpec } = spec;
    const { currentMetrics, conditions, ...sameStatus } = status;
    const annotated = readDetails(others.metadata);
    return toStored(
      { ...others, spec: sameSpec, status: sameStatus },
      {
        metrics: metricsOf(metrics, annotated.metrics),
        readings: readingsOf(currentMetrics ?? [], annotated.readings),
        conditions: conditions ?? [],
        behavior: annotated.behavior,
      },
    );
  },
  fromHub(stored: StoredAutoscaler): HorizontalPodAutoscaler {
    const { outline, details } = fromStored(stored);
    const { metrics, readings, conditions, behavior } = details;
    const shownMetrics = metrics.map(({ item }) => item);
    const shownReadings = readings.map(({ item }) => item);
    const hasMore = !areSameItems(StoredMetricSpec, metrics, metricsOf(shownMetrics, undefined));
    const hasReadMore = !areSameItems(StoredMetricStatus, readings, readingsOf(shownReadings, undefined));
    return {
      ...outline,
      metadata: withAnnotations(outline.metadata, {
        [metricsAnnotation]: hasMore ? writeItems(StoredMetricSpec, metrics) : undefined,
        [readingsAnnotation]: hasReadMore ? writeItems(StoredMetricStatus, readings) : undefined,
        [behaviorAnnotation]: behavior && writeBehavior(behavior),
      }),
      spec: { ...outline.spec, ...(shownMetrics.length > 0 && { metrics: shownMetrics }) },
      status: {
        ...outline.status,
        currentMetrics: shownReadings.length > 0 ? shownReadings : null,
        conditions: conditions.length > 0 ? [...conditions] : null,
      },
    };
  },
};

/** The annotation counts as long as the fields still say the same. */
function metricsOf(shown: readonly StoredMetricSpec[], annotated: readonly Metric[] | undefined): readonly Metric[] {
  const items = shown.map((item) => ({ item }));
  const isCurrent = annotated && areSameItems(StoredMetricSpec, items, annotated.map(withoutExact));
  return isCurrent ? annotated : items;
}

function readingsOf(
  shown: readonly StoredMetricStatus[],
  annotated: readonly Reading[] | undefined,
): readonly Reading[] {
  const items = shown.map((item) => ({ item }));
  const isCurrent = annotated && areSameItems(StoredMetricStatus, items, annotated.map(withoutExact));
  return isCurrent ? annotated : items;
}

function withoutExact<T>({ item }: KeptItem<T>): KeptItem<T> {
  return { item };
}
