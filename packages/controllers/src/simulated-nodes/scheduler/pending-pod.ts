/** Phases of a pod for the scheduler: pending pods, and ended pods, which use no resources. */
import type { CachedPod } from '../../dependents/pod-facts.ts';

/** True for pods of the default scheduler that are not bound, not being deleted and not ended. */
export function isPending({ decoded, head }: CachedPod): boolean {
  if (!decoded.ok || head.deletionTimestamp !== undefined) return false;
  const { spec, status } = decoded.object;
  const { nodeName = '', schedulerName = '' } = spec;
  return (
    nodeName === '' && (schedulerName === '' || schedulerName === 'default-scheduler') && !hasEndedPhase(status.phase)
  );
}

export function hasEndedPhase(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
