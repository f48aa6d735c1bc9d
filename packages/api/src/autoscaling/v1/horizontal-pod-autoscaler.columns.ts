/** Table columns of HorizontalPodAutoscaler; some of its metrics are in annotations. */
import { autoscalerColumns } from '../autoscaler.columns.ts';
import { fromStored } from './autoscaler-details.conversion.ts';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';
import { oldTargetsOf } from './metric-target.printing.ts';

export const horizontalPodAutoscalerColumns = autoscalerColumns<HorizontalPodAutoscaler>((autoscaler) => {
  const { metrics, readings } = fromStored(autoscaler).details;
  return oldTargetsOf(
    metrics.map(({ item }) => item),
    readings.map(({ item }) => item),
  );
});
