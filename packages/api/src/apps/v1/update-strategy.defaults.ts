/** Defaults of update strategies. For Deployments and DaemonSets the default type is a literal of the declaration. */
interface Paced<Pace> {
  type?: string;
  rollingUpdate?: Pace;
}

interface Limits {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

export function completeDeploymentStrategy(strategy: Paced<Limits>): void {
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate = { maxUnavailable: '25%', maxSurge: '25%', ...strategy.rollingUpdate };
}

export function completeDaemonSetStrategy(strategy: Paced<Limits>): void {
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate = { maxUnavailable: 1, maxSurge: 0, ...strategy.rollingUpdate };
}

/** A partition is defaulted without `rollingUpdate` only if the type is left out as well. */
export function completeStatefulSetStrategy(strategy: Paced<{ partition?: number }>): void {
  if ((strategy.type ?? '') === '') {
    strategy.type = 'RollingUpdate';
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined) strategy.rollingUpdate.partition ??= 0;
}
