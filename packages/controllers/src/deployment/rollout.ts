/** The state of one sync of a Deployment: its ReplicaSets as they are by now, and the status to be written at its end. */
import type { Deployment, DeploymentStatus, Pod, ReplicaSet } from '@keelson/api';
import { objectKey, type CachedObject, type Informer, type ObjectIndex } from '@keelson/informers';

import { createdMs } from '../dependents/pod-facts.ts';
import { recordAbout, type RecordOfObject } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { UnseenWrites } from '../frame/unseen-writes.ts';

export type CachedDeployment = CachedObject<Deployment>;
export type CachedReplicaSet = CachedObject<ReplicaSet>;

export interface DeploymentParts {
  readonly context: ControllerContext;
  readonly deployments: Informer<Deployment>;
  readonly replicaSets: Informer<ReplicaSet>;
  /** All by `indexByController`. */
  readonly setIndex: ObjectIndex<ReplicaSet>;
  readonly podIndex: ObjectIndex<Pod>;
  readonly writtenSets: UnseenWrites<ReplicaSet>;
  readonly written: UnseenWrites<Deployment>;
}

export interface Rollout {
  readonly deployment: CachedDeployment;
  /** The one of the present template, if it is there, and those of earlier ones. */
  newSet: CachedReplicaSet | undefined;
  oldSets: CachedReplicaSet[];
  /** As it was read, with the conditions and collisions of this sync. */
  status: DeploymentStatus;
  /** The annotation that the Deployment should have. */
  revision: string | undefined;
}

export function rolloutKey({ deployment }: Rollout): string {
  return objectKey(deployment);
}

export function allSets({ newSet, oldSets }: Rollout): CachedReplicaSet[] {
  return newSet === undefined ? oldSets : [...oldSets, newSet];
}

export function setSize({ object }: CachedReplicaSet): number {
  return object.spec.replicas ?? 1;
}

export function wantedSize({ deployment }: Rollout): number {
  return deployment.object.spec.replicas ?? 1;
}

export function sumOf(sets: readonly CachedReplicaSet[], of: (set: CachedReplicaSet) => number): number {
  return sets.reduce((sum, set) => sum + of(set), 0);
}

export function availableIn({ object }: CachedReplicaSet): number {
  return object.status.availableReplicas ?? 0;
}

/** With pods that are wanted. */
export function activeSets(sets: readonly CachedReplicaSet[]): CachedReplicaSet[] {
  return sets.filter((set) => setSize(set) > 0);
}

/** The oldest first. */
export function byAge(a: CachedReplicaSet, b: CachedReplicaSet): number {
  return createdMs(a) - createdMs(b) || (a.name < b.name ? -1 : 1);
}

export function recordOfDeployment({ context }: DeploymentParts, { deployment }: Rollout): RecordOfObject {
  return recordAbout(context.events, context.kinds.deployments, deployment);
}
