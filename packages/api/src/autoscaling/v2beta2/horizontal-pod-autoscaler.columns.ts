/** Table columns of HorizontalPodAutoscaler. */
import { autoscalerColumns } from '../autoscaler.columns.ts';
import { targetsOf } from '../v2/metric-target.printing.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';

export const horizontalPodAutoscalerColumns = autoscalerColumns<HorizontalPodAutoscaler>(targetsOf);
