/** Defaults of autoscalers of v2beta1. */
interface Spec {
  metrics?: object[];
}

const usualPercentage = 80;

/** Targets the CPU if no metric is given. */
export function completeMetrics(spec: Spec): void {
  if (spec.metrics !== undefined && spec.metrics.length > 0) return;
  spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: usualPercentage } }];
}
