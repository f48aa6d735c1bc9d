/** The ComponentStatus of a component, by the answer of its health check. */
import type { ComponentStatus } from './component-status.ts';

export interface ComponentHealth {
  readonly name: string;
  readonly isHealthy: boolean;
  /** The answer of the check, or the reason why there is none. */
  readonly message: string;
}

export const componentNames = {
  controllers: 'controller-manager',
  scheduler: 'scheduler',
  store: (index: number) => `etcd-${index}`,
} as const;

export function componentStatusOf({ name, isHealthy, message }: ComponentHealth): ComponentStatus {
  const metadata = { name, creationTimestamp: null };
  return { metadata, conditions: [{ type: 'Healthy', status: isHealthy ? 'True' : 'False', message }] };
}
