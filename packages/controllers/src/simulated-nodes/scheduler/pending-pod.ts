/** Pods that a scheduler looks for, and those that take no room any more. */
import type { CachedPod } from '../../dependents/pod-facts.ts';

/** Of the default scheduler, and neither bound nor going nor ended. */
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
