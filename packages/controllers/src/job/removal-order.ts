/** The order in which active pods are removed where there are too many: those that have got least far first. */
import type { Job } from '@keelson/api';

import {
  createdMs,
  isReady,
  nodeOf,
  phaseOf,
  readySinceMs,
  restartsOf,
  type CachedPod,
} from '../dependents/pod-facts.ts';
import { completionIndexOf } from './completion-indexes.ts';
import { isIndexed } from './job-pod.ts';

/** Of an Indexed Job, pods without an index and doubles of one go in any case. */
export function choosePodsToRemove(job: Job, active: readonly CachedPod[], atLeast: number): CachedPod[] {
  const { doubles, others } = isIndexed(job) ? splitDoubles(active) : { doubles: [], others: active };
  const missing = atLeast - doubles.length;
  return missing <= 0 ? doubles : [...doubles, ...inRemovalOrder(others).slice(0, missing)];
}

function splitDoubles(active: readonly CachedPod[]) {
  const byIndex = new Map<number | undefined, CachedPod[]>();
  for (const pod of active) {
    const index = completionIndexOf(pod.head.annotations);
    const same = byIndex.get(index);
    if (same === undefined) byIndex.set(index, [pod]);
    else same.push(pod);
  }
  const doubles: CachedPod[] = [];
  const others: CachedPod[] = [];
  for (const [index, pods] of byIndex) {
    const sorted = inRemovalOrder(pods);
    const kept = index === undefined ? undefined : sorted.pop();
    doubles.push(...sorted);
    if (kept !== undefined) others.push(kept);
  }
  return { doubles, others };
}

interface Ranked {
  readonly pod: CachedPod;
  readonly rank: readonly number[];
}

/** Not on a node, pending, not ready, ready for less time, restarted more often, younger. */
function inRemovalOrder(pods: readonly CachedPod[]): CachedPod[] {
  const ranked = pods.map((pod): Ranked => ({ pod, rank: rankOf(pod) }));
  return ranked.sort(compare).map(({ pod }) => pod);
}

const phaseRanks: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

function rankOf(pod: CachedPod): readonly number[] {
  const ready = isReady(pod);
  return [
    nodeOf(pod) === '' ? 0 : 1,
    phaseRanks[phaseOf(pod)] ?? 0,
    ready ? 1 : 0,
    // A time that is missing is that of the latest.
    ready ? -(readySinceMs(pod) ?? Number.MAX_SAFE_INTEGER) : 0,
    -restartsOf(pod),
    -createdMs(pod),
  ];
}

function compare({ rank: a }: Ranked, { rank: b }: Ranked): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
