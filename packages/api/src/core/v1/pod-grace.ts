/** The termination grace period of a deleted pod, in seconds. */
import type { Pod } from './pod.ts';

const endedPhases = new Set(['Failed', 'Succeeded']);

/** Zero where nothing runs: without a node, and once it has ended. Negative periods count as one second. */
export function graceOfPod({ spec, status }: Pod, requested: number | undefined): number {
  const isRunning = (spec.nodeName ?? '') !== '' && !endedPhases.has(status.phase ?? '');
  if (!isRunning) return 0;
  const period = requested ?? Number(spec.terminationGracePeriodSeconds ?? 0);
  return period < 0 ? 1 : period;
}
