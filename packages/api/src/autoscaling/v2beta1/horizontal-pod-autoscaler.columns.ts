/** Table columns of HorizontalPodAutoscaler. */
import { autoscalerColumns } from '../autoscaler.columns.ts';
import { oldTargetsOf } from '../v1/metric-target.printing.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';

export const horizontalPodAutoscalerColumns = autoscalerColumns<HorizontalPodAutoscaler>(({ spec, status }) =>
  oldTargetsOf(spec.metrics ?? [], status.currentMetrics ?? []),
);
