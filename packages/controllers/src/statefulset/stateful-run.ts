/** The state of one sync of a StatefulSet: its pods by ordinal, those beyond its size, and their counts. */
import {
  hasFailed,
  isBeingDeleted,
  isPodAvailable,
  isReady,
  phaseOf,
  type CachedPod,
} from '../dependents/pod-facts.ts';
import type { SetRevisions } from './revisions-of-set.ts';
import { ordinalOf, revisionNameOf, type CachedStatefulSet, type StatefulParts } from './stateful-parts.ts';

export interface OrdinalSlot {
  readonly ordinal: number;
  /** Absent where one has to be created. */
  pod: CachedPod | undefined;
}

export interface StatefulCounts {
  replicas: number;
  readyReplicas: number;
  availableReplicas: number;
  currentReplicas: number;
  updatedReplicas: number;
}

export interface StatefulRun {
  readonly set: CachedStatefulSet;
  readonly revisions: SetRevisions;
  /** One for each ordinal that the set should have. */
  readonly slots: readonly OrdinalSlot[];
  /** The pods beyond, by their ordinals. */
  readonly condemned: readonly CachedPod[];
  readonly counts: StatefulCounts;
  readonly isHealthy: (pod: CachedPod | undefined) => boolean;
  /** Running, ready, and so for `minReadySeconds`. */
  readonly isUp: (pod: CachedPod) => boolean;
}

export function openRun(
  { context }: StatefulParts,
  set: CachedStatefulSet,
  { revisions, pods }: { readonly revisions: SetRevisions; readonly pods: readonly CachedPod[] },
): StatefulRun {
  const { replicas = 1, minReadySeconds = 0 } = set.object.spec;
  const minimum = context.gatesOff.has('StatefulSetMinReadySeconds') ? 0 : minReadySeconds;
  const nowMs = context.clock.wallMs();
  const isUp = (pod: CachedPod) => isRunning(pod) && isPodAvailable(pod, minimum, nowMs);
  const isHealthy = (pod: CachedPod | undefined) => pod !== undefined && isRunningAndReady(pod) && !isBeingDeleted(pod);
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod) ?? -1, pod]));
  const slots = Array.from({ length: replicas }, (_, ordinal) => ({ ordinal, pod: byOrdinal.get(ordinal) }));
  const condemned = [...byOrdinal]
    .filter(([ordinal]) => ordinal >= replicas)
    .sort(([a], [b]) => a - b)
    .map(([, pod]) => pod);
  return { set, revisions, slots, condemned, counts: countStateful(pods, revisions, isUp), isHealthy, isUp };
}

function countStateful(
  pods: readonly CachedPod[],
  revisions: SetRevisions,
  isUp: (pod: CachedPod) => boolean,
): StatefulCounts {
  const present = pods.filter((pod) => isCreated(pod) && !isBeingDeleted(pod));
  const having = (revision: string) => present.filter((pod) => revisionNameOf(pod) === revision).length;
  return {
    replicas: pods.filter(isCreated).length,
    readyReplicas: pods.filter(isRunningAndReady).length,
    availableReplicas: pods.filter((pod) => isRunningAndReady(pod) && isUp(pod)).length,
    currentReplicas: having(revisions.current.name),
    updatedReplicas: having(revisions.update.name),
  };
}

function isRunning(pod: CachedPod): boolean {
  return phaseOf(pod) === 'Running';
}

export function isRunningAndReady(pod: CachedPod): boolean {
  return isRunning(pod) && isReady(pod);
}

export function isCreated(pod: CachedPod): boolean {
  return phaseOf(pod) !== '';
}

export function hasFailedInSlot({ pod }: OrdinalSlot): boolean {
  return pod !== undefined && hasFailed(pod);
}

/** A pod of this revision is there no more, or comes. */
export function countChange({ revisions, counts }: StatefulRun, revision: string | undefined, change: 1 | -1): void {
  if (revision === revisions.current.name) counts.currentReplicas += change;
  if (revision === revisions.update.name) counts.updatedReplicas += change;
}
