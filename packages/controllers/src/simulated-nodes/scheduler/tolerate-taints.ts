/** Taints of nodes and the tolerations of pods. */
import type { Toleration } from '@keelson/api';

import type { NodeTaint } from './match-node-selector.ts';

/** The first taint with one of `effects` that no toleration tolerates. */
export function findUntolerated(
  taints: readonly NodeTaint[],
  tolerations: readonly Toleration[],
  effects: ReadonlySet<string>,
): NodeTaint | undefined {
  return taints.find((taint) => effects.has(taint.effect) && !tolerations.some((each) => tolerates(each, taint)));
}

export function countUntolerated(
  taints: readonly NodeTaint[],
  tolerations: readonly Toleration[],
  effect: string,
): number {
  return taints.filter((taint) => taint.effect === effect && !tolerations.some((each) => tolerates(each, taint)))
    .length;
}

function tolerates({ key = '', operator = '', value = '', effect = '' }: Toleration, taint: NodeTaint): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
}
