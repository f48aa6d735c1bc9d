/** Defaults of autoscalers of v2 and v2beta2. */
interface Rules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  policies?: { type: string; value: number; periodSeconds: number }[];
}

interface Spec {
  metrics?: object[];
  behavior?: { scaleUp?: Rules; scaleDown?: Rules };
}

const usualPercentage = 80;

/** Targets the CPU if no metric is given. */
export function completeMetrics(spec: Spec): void {
  if (spec.metrics !== undefined && spec.metrics.length > 0) return;
  const target = { type: 'Utilization', averageUtilization: usualPercentage };
  spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
}

/** An absent behavior stays absent: the controller applies the same defaults when it scales, so they can change. */
export function completeBehavior({ behavior }: Spec): void {
  if (behavior === undefined) return;
  behavior.scaleUp = {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
    ...behavior.scaleUp,
  };
  behavior.scaleDown = {
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
    ...behavior.scaleDown,
  };
}
