/** The order in which active pods are removed where there are too many: those that have got least far first. */
import type { Job } from '@keelson/api';

import { completionIndexOf } from './completion-indexes.ts';
import { isIndexed, isReady, phaseOf, type CachedPod } from './job-pod.ts';

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
  const { spec, status, metadata } = pod.object;
  const ready = isReady(pod);
  const restarts = Math.max(0, ...(status.containerStatuses ?? []).map(({ restartCount }) => restartCount));
  return [
    spec.nodeName === undefined || spec.nodeName === '' ? 0 : 1,
    phaseRanks[phaseOf(pod)] ?? 0,
    ready ? 1 : 0,
    ready ? -readySinceMs(pod) : 0,
    -restarts,
    -timeMs(metadata.creationTimestamp),
  ];
}

function readySinceMs({ object }: CachedPod): number {
  return timeMs(object.status.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime);
}

/** A time that is missing is that of the latest. */
function timeMs(text: string | null | undefined): number {
  return text === undefined || text === null ? Number.MAX_SAFE_INTEGER : Date.parse(text);
}

function compare({ rank: a }: Ranked, { rank: b }: Ranked): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
