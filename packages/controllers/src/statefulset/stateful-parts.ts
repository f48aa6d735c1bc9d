/** The parts that the steps of a sync of a StatefulSet share, and the names of its pods. */
import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@keelson/api';
import { objectKey, type CachedObject, type Informer, type ObjectIndex } from '@keelson/informers';

import type { Expectations } from '../dependents/pod-expectations.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { recordAbout, type RecordOfObject } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';

export type CachedStatefulSet = CachedObject<StatefulSet>;

export interface StatefulParts {
  readonly context: ControllerContext;
  readonly sets: Informer<StatefulSet>;
  readonly pods: Informer<Pod>;
  readonly claims: Informer<PersistentVolumeClaim>;
  /** Both by `indexByController`. */
  readonly podIndex: ObjectIndex<Pod>;
  readonly revisionIndex: ObjectIndex<ControllerRevision>;
  readonly expectations: Expectations;
}

/** The label of a pod with the name of the revision that it was made of. */
export const revisionLabel = 'controller-revision-hash';
/** The label of a pod with its name, so that a Service can select one pod. */
export const podNameLabel = 'statefulset.kubernetes.io/pod-name';

export function ordinalName({ name }: CachedStatefulSet, ordinal: number): string {
  return `${name}-${ordinal}`;
}

/** `undefined` where the name is not one of a pod of this set. */
export function ordinalOf({ name }: CachedStatefulSet, pod: Pick<CachedPod, 'name'>): number | undefined {
  const end = pod.name.startsWith(`${name}-`) ? pod.name.slice(name.length + 1) : '';
  return /^(?:0|[1-9]\d{0,8})$/.test(end) ? Number(end) : undefined;
}

export function revisionNameOf({ head }: CachedPod): string | undefined {
  return Object.hasOwn(head.labels, revisionLabel) ? head.labels[revisionLabel] : undefined;
}

export function keyOfSet(set: CachedStatefulSet): string {
  return objectKey(set);
}

export function isParallel({ object }: CachedStatefulSet): boolean {
  return object.spec.podManagementPolicy === 'Parallel';
}

export function recordOfSet({ context }: StatefulParts, set: CachedStatefulSet): RecordOfObject {
  return recordAbout(context.events, context.kinds.statefulSets, set);
}
