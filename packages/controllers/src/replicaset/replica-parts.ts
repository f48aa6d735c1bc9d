/** The parts that the steps of a sync share. */
import type { Pod } from '@keelson/api';
import type { Informer, ObjectIndex } from '@keelson/informers';
import type { Resource } from '@keelson/schema';

import type { ControllerContext } from '../frame/definition.ts';
import type { Expectations } from '../dependents/pod-expectations.ts';
import type { PodControl } from '../dependents/pod-control.ts';
import type { CachedReplicated, ReplicaKind, Replicated } from './replica-kind.ts';

export interface ReplicaParts {
  readonly context: ControllerContext;
  readonly kind: ReplicaKind;
  readonly resource: Resource;
  readonly sets: Informer<Replicated>;
  /** Both by `indexByController`. */
  readonly setIndex: ObjectIndex<Replicated>;
  readonly podIndex: ObjectIndex<Pod>;
  readonly expectations: Expectations;
}

export function replicasOf({ object }: CachedReplicated): number {
  return object.spec.replicas ?? 1;
}

export function replicaPodControl(
  { context, resource, expectations }: ReplicaParts,
  owner: CachedReplicated,
): PodControl {
  return { context, owners: resource, owner, expectations };
}
