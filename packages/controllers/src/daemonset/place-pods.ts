/** The pods that nodes lack, and those that they have and should not have. */
import { objectKey } from '@keelson/informers';

import { hasFailed, isBeingDeleted, isReady, type CachedPod } from '../dependents/pod-facts.ts';
import { daemonHashLabel } from './daemon-pod.ts';
import { recordOfDaemonSet, type CachedDaemonSet, type DaemonParts } from './daemon-parts.ts';
import type { DaemonRun, NodePlace } from './daemon-run.ts';
import { scaledValue } from '../dependents/scaled-value.ts';

export interface Placement {
  /** The names of the nodes that get a pod. */
  readonly create: readonly string[];
  readonly remove: readonly CachedPod[];
  /** A failed pod is looked at again then. */
  readonly waitMs?: number | undefined;
}

export function placePods(parts: DaemonParts, run: DaemonRun): Placement {
  const create: string[] = [];
  const remove: CachedPod[] = run.lost.filter((pod) => !isBeingDeleted(pod));
  const waits: number[] = [];
  for (const place of run.places) {
    const { fit, pods, node } = place;
    if (fit.shouldRun && pods.length === 0) create.push(node.name);
    else if (!fit.mayStay) remove.push(...pods.filter((pod) => !isBeingDeleted(pod)));
    else remove.push(...findSuperfluous(parts, run, place, waits));
  }
  return { create, remove, waitMs: waits.length === 0 ? undefined : Math.min(...waits) };
}

/** Failed ones, one after the other, and those beyond the first; during a surge an old and a new one stay. */
function findSuperfluous(parts: DaemonParts, run: DaemonRun, { pods, node }: NodePlace, waits: number[]): CachedPod[] {
  const remove: CachedPod[] = [];
  const running: CachedPod[] = [];
  for (const pod of pods) {
    if (isBeingDeleted(pod)) continue;
    if (!hasFailed(pod)) {
      running.push(pod);
      continue;
    }
    const waitMs = deleteFailed(parts, run, { pod, node: node.name });
    if (waitMs > 0) waits.push(waitMs);
    else remove.push(pod);
  }
  return [...remove, ...(surgeLimit(run.set, 1) > 0 ? beyondSurge(run, running) : running.slice(1))];
}

interface FailedPod {
  readonly pod: CachedPod;
  readonly node: string;
}

/** Returns the time that the pod stays; 0 where it goes now. */
function deleteFailed(parts: DaemonParts, { set, hash }: DaemonRun, { pod, node }: FailedPod): number {
  const key = `${set.head.uid}/${hash}/${node}`;
  const waitMs = parts.failedPods.remainingMs(key);
  if (waitMs > 0) return waitMs;
  parts.failedPods.noteDeletion(key);
  const message = `Found failed daemon pod ${objectKey(pod)} on node ${node}, will try to kill it`;
  recordOfDaemonSet(parts, set)('Warning', 'FailedDaemonPod', message);
  return 0;
}

/** The first of each template stays; the old one only as long as it is ready and the new one is not up. */
function beyondSurge({ hash, isUp }: DaemonRun, running: readonly CachedPod[]): CachedPod[] {
  if (running.length <= 1) return [];
  const isNew = ({ head }: CachedPod) => head.labels[daemonHashLabel] === hash;
  const [newPod, ...otherNew] = running.filter(isNew);
  const [oldPod, ...otherOld] = running.filter((pod) => !isNew(pod));
  const isOldDone = newPod !== undefined && oldPod !== undefined && (!isReady(oldPod) || isUp(newPod));
  return [...otherNew, ...otherOld, ...(isOldDone ? [oldPod] : [])];
}

/** The pods that may be there twice during an update, of so many nodes. */
export function surgeLimit({ object }: CachedDaemonSet, nodes: number): number {
  const { type, rollingUpdate } = object.spec.updateStrategy;
  return type === 'RollingUpdate' ? scaledValue(rollingUpdate?.maxSurge ?? 0, nodes, 'up') : 0;
}
