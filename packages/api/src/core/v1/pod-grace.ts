/** How long a pod that is deleted is given to end. */
import type { Pod } from './pod.ts';

const endedPhases = new Set(['Failed', 'Succeeded']);

/** None where nothing runs: without a node, and once it has ended. Negative periods count as a second. */
export function graceOfPod({ spec, status }: Pod, requested: number | undefined): number {
  const isRunning = (spec.nodeName ?? '') !== '' && !endedPhases.has(status.phase ?? '');
  if (!isRunning) return 0;
  const period = requested ?? Number(spec.terminationGracePeriodSeconds ?? 0);
  return period < 0 ? 1 : period;
}
