/** Facts of pods, as the controllers that make them ask for them. */
import { trackingName, type Pod } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';

export type CachedPod = CachedObject<Pod>;

export function phaseOf(pod: CachedPod): string {
  return pod.object.status.phase ?? '';
}

export function hasSucceeded(pod: CachedPod): boolean {
  return phaseOf(pod) === 'Succeeded';
}

export function hasFailed(pod: CachedPod): boolean {
  return phaseOf(pod) === 'Failed';
}

export function isBeingDeleted({ head }: CachedObject<unknown>): boolean {
  return head.deletionTimestamp !== undefined;
}

/** Neither finished nor going. */
export function isActive(pod: CachedPod): boolean {
  return !hasSucceeded(pod) && !hasFailed(pod) && !isBeingDeleted(pod);
}

export function isReady(pod: CachedPod): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** The pod is counted by a Job. */
export function isTracked({ head }: CachedPod): boolean {
  return head.finalizers.includes(trackingName);
}

/** `undefined` where the condition tells no time. */
export function readySinceMs(pod: CachedPod): number | undefined {
  const since = readyCondition(pod)?.lastTransitionTime;
  return since === undefined || since === null ? undefined : Date.parse(since);
}

/** The pod has been ready for so long. */
export function isPodAvailable(pod: CachedPod, minReadySeconds: number, nowMs: number): boolean {
  if (!isReady(pod)) return false;
  const sinceMs = readySinceMs(pod);
  return minReadySeconds === 0 || (sinceMs !== undefined && sinceMs + minReadySeconds * 1_000 < nowMs);
}

/** The time until the first of these pods becomes available by being ready for so long; `undefined` if none does. */
export function msUntilAvailable(
  pods: readonly CachedPod[],
  minReadySeconds: number,
  nowMs: number,
): number | undefined {
  if (minReadySeconds === 0) return undefined;
  const waits = pods.flatMap((pod) => {
    const sinceMs = readySinceMs(pod);
    const isPending = isReady(pod) && sinceMs !== undefined && !isPodAvailable(pod, minReadySeconds, nowMs);
    return isPending ? [sinceMs + minReadySeconds * 1_000 + 1 - nowMs] : [];
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}

export function restartsOf({ object }: CachedPod): number {
  return Math.max(0, ...(object.status.containerStatuses ?? []).map(({ restartCount }) => restartCount));
}

export function nodeOf({ object }: CachedPod): string {
  return object.spec.nodeName ?? '';
}

/** A time that is missing is that of the latest. */
export function createdMs({ object }: CachedObject<{ metadata: { creationTimestamp?: string | null } }>): number {
  const { creationTimestamp: text } = object.metadata;
  return text === undefined || text === null ? Number.MAX_SAFE_INTEGER : Date.parse(text);
}

function readyCondition({ object }: CachedPod) {
  return object.status.conditions?.find(({ type }) => type === 'Ready');
}
