/** The parts that the steps of a sync of a Job share. */
import type { Job, Pod } from '@keelson/api';
import type { Informer, ObjectIndex } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';

import { referenceTo } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { Expectations } from './expectations.ts';
import type { CachedJob, CachedPod } from './job-pod.ts';

export interface JobParts {
  readonly context: ControllerContext;
  readonly jobs: Informer<Job>;
  readonly pods: Informer<Pod>;
  /** By the uid of the controlling owner, and by `orphansOf` for pods without one. */
  readonly podIndex: ObjectIndex<Pod>;
  readonly expectations: Expectations;
}

/** The key of the index of pods for those of a namespace without a controlling owner. */
export function orphansOf(namespace: string): string {
  return `orphans of ${namespace}`;
}

export function indexPod({ head, namespace }: CachedPod): readonly string[] {
  return [controllerOf(head)?.uid ?? orphansOf(namespace)];
}

export function controllerOf({ ownerReferences }: CachedPod['head']) {
  return ownerReferences.find(({ controller }) => controller);
}

export function podTarget({ context }: JobParts, { namespace, name }: CachedPod): RequestTarget {
  return { resource: context.kinds.pods, namespace, name };
}

export function recordOf({ context }: JobParts, job: CachedJob) {
  const about = referenceTo(context.kinds.jobs, job);
  return (type: 'Normal' | 'Warning', reason: string, message: string): void =>
    context.events.record({ about, type, reason, message });
}
