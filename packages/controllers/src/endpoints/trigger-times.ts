/**
 * Trigger times of endpoints, from which clients measure the latency of endpoint changes: the earliest change of a pod
 * or of the Service since the last reconcile. They are lost with the leadership.
 */
import type { Service } from '@keelson/api';

import type { CachedPod } from '../dependents/pod-facts.ts';

export const triggerTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

interface Seen {
  readonly serviceMs: number;
  readonly podsMs: ReadonlyMap<string, number>;
}

export class TriggerTimes {
  readonly #seen = new Map<string, Seen>();

  /** Must be called at each reconcile, whether or not it leads to a write. `undefined` where nothing has changed. */
  note(key: string, service: Service, pods: readonly CachedPod[]): string | undefined {
    const before = this.#seen.get(key);
    const serviceMs = Date.parse(service.metadata.creationTimestamp ?? '') || 0;
    const podsMs = new Map<string, number>();
    for (const pod of pods) podsMs.set(pod.name, readyChangedMs(pod) ?? 0);
    this.#seen.set(key, { serviceMs, podsMs });
    const changedMs = [...podsMs]
      .filter(([pod, atMs]) => atMs > (before?.podsMs.get(pod) ?? 0))
      .map(([, atMs]) => atMs);
    if (serviceMs > (before?.serviceMs ?? 0)) changedMs.push(serviceMs);
    const earliestMs = before === undefined ? serviceMs : changedMs.reduce((a, b) => Math.min(a, b), Infinity);
    return earliestMs === Infinity ? undefined : new Date(earliestMs).toISOString().replace(/\.000Z$/, 'Z');
  }

  delete(key: string): void {
    this.#seen.delete(key);
  }
}

function readyChangedMs({ object: { status } }: CachedPod): number | undefined {
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  const atMs = Date.parse(ready?.lastTransitionTime ?? '');
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** The annotations of an object with the time, or without any where nothing is known of it. */
export function withTriggerTime(
  annotations: Readonly<Record<string, string>> | undefined,
  time: string | undefined,
): Record<string, string> {
  const { [triggerTimeAnnotation]: _, ...others } = annotations ?? {};
  return time === undefined ? others : { ...others, [triggerTimeAnnotation]: time };
}
