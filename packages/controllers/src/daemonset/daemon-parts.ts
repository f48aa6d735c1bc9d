/** The parts that the steps of a sync of a DaemonSet share. */
import type { ControllerRevision, DaemonSet, Node, Pod } from '@keelson/api';
import type { CachedObject, Informer, ObjectIndex } from '@keelson/informers';

import type { PodControl } from '../dependents/pod-control.ts';
import type { Expectations } from '../dependents/pod-expectations.ts';
import { recordAbout, type RecordOfObject } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { FailedPodBackoff } from './failed-pod-backoff.ts';

export type CachedDaemonSet = CachedObject<DaemonSet>;
export type CachedNode = CachedObject<Node>;

export interface DaemonParts {
  readonly context: ControllerContext;
  readonly sets: Informer<DaemonSet>;
  readonly nodes: Informer<Node>;
  /** Both by `indexByController`. */
  readonly podIndex: ObjectIndex<Pod>;
  readonly revisionIndex: ObjectIndex<ControllerRevision>;
  readonly expectations: Expectations;
  readonly failedPods: FailedPodBackoff;
}

export function daemonPodControl({ context, expectations }: DaemonParts, owner: CachedDaemonSet): PodControl {
  return { context, owners: context.kinds.daemonSets, owner, expectations };
}

export function recordOfDaemonSet({ context }: DaemonParts, set: CachedDaemonSet): RecordOfObject {
  return recordAbout(context.events, context.kinds.daemonSets, set);
}
