/** The parts that the steps of a sync of a Job share. */
import type { Job, Pod } from '@keelson/api';
import type { Informer, ObjectIndex } from '@keelson/informers';
import type { RequestTarget } from '@keelson/meta';

import type { PodControl } from '../dependents/pod-control.ts';
import type { Expectations } from '../dependents/pod-expectations.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { recordAbout, type RecordOfObject } from '../events/event-recorder.ts';
import type { ControllerContext } from '../frame/definition.ts';
import type { CachedJob } from './job-pod.ts';

export interface JobParts {
  readonly context: ControllerContext;
  readonly jobs: Informer<Job>;
  readonly pods: Informer<Pod>;
  /** By `indexByController`. */
  readonly podIndex: ObjectIndex<Pod>;
  readonly expectations: Expectations;
}

export function podTarget({ context }: JobParts, { namespace, name }: CachedPod): RequestTarget {
  return { resource: context.kinds.pods, namespace, name };
}

export function jobPodControl({ context, expectations }: JobParts, owner: CachedJob): PodControl {
  return { context, owners: context.kinds.jobs, owner, expectations };
}

export function recordOf({ context }: JobParts, job: CachedJob): RecordOfObject {
  return recordAbout(context.events, context.kinds.jobs, job);
}
