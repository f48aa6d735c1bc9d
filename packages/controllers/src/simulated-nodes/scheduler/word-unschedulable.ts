/** The message of an unschedulable pod, as kube-scheduler 1.24 words it. */
import type { NodeFault } from './find-misfit.ts';

export function wordUnschedulable(faults: readonly NodeFault[], preemptionPolicy: string | undefined): string {
  if (faults.length === 0) return 'no nodes available to schedule pods';
  const all = `0/${faults.length} nodes are available: `;
  const reasons = countTexts(faults.flatMap((fault) => fault.reasons));
  // This scheduler does not preempt, so the message never names victims.
  const preemption =
    preemptionPolicy === 'Never'
      ? 'not eligible due to preemptionPolicy=Never.'
      : `${all}${countTexts(faults.map(({ isFinal }) => (isFinal ? unhelpful : noVictims)))}.`;
  return `${all}${reasons}. preemption: ${preemption}`;
}

const unhelpful = 'Preemption is not helpful for scheduling';
const noVictims = 'No preemption victims found for incoming pod';

/** The distinct texts, each after its count, sorted as texts. */
function countTexts(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, count]) => `${count} ${text}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join(', ');
}
