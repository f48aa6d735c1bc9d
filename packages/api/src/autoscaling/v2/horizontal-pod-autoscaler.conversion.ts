/**
 * Autoscalers of v2 and the stored v1, which keeps in annotations what it has no
 * fields for. The order of metrics stays.
 */
import type { Conversion } from '@keelson/schema';

import { fromStored, toStored } from '../v1/autoscaler-details.conversion.ts';
import type { HorizontalPodAutoscaler as StoredAutoscaler } from '../v1/horizontal-pod-autoscaler.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';
import { keepMetric, restoreMetric } from './metric-spec.conversion.ts';
import { keepReading, restoreReading } from './metric-status.conversion.ts';

export const horizontalPodAutoscalerConversion: Conversion<HorizontalPodAutoscaler> = {
  toHub({ spec, status, ...others }) {
    const { metrics = [], behavior, ...sameSpec } = spec;
    const { currentMetrics, conditions = [], currentReplicas = 0, ...sameStatus } = status;
    return toStored(
      { ...others, spec: sameSpec, status: { currentReplicas, ...sameStatus } },
      { metrics: metrics.map(keepMetric), readings: (currentMetrics ?? []).map(keepReading), conditions, behavior },
    );
  },
  fromHub(stored: StoredAutoscaler): HorizontalPodAutoscaler {
    const { outline, details } = fromStored(stored);
    const { metrics, readings, conditions, behavior } = details;
    const { currentReplicas, ...status } = outline.status;
    return {
      ...outline,
      spec: {
        ...outline.spec,
        ...(metrics.length > 0 && { metrics: metrics.map(restoreMetric) }),
        ...(behavior && { behavior }),
      },
      status: {
        ...status,
        ...(currentReplicas !== 0 && { currentReplicas }),
        currentMetrics: readings.length > 0 ? readings.map(restoreReading) : null,
        ...(conditions.length > 0 && { conditions: [...conditions] }),
      },
    };
  },
};
