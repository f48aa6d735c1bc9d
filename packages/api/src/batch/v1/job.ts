/** Job: runs pods until a set number of them finish successfully. */
import {
  field,
  integer,
  kind,
  list,
  message,
  named,
  optional,
  required,
  string,
  time,
  uid,
  usually,
  type TypeOf,
} from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { JobSpec } from './job-spec.ts';
import { defaultJob } from './job.defaults.ts';

export const JobCondition = message(
  'io.k8s.api.batch.v1.JobCondition',
  {
    type: required(1, named('v1.JobConditionType', usually('Suspended', 'Complete', 'Failed')), {
      about: 'Name of the condition; Complete, Failed or Suspended.',
    }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    lastProbeTime: field(3, time, { about: 'When the condition was last checked.' }),
    lastTransitionTime: field(4, time, { about: 'When the status last switched from one value to another.' }),
    reason: field(5, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(6, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of the observed state of a job.' },
);
export type JobCondition = TypeOf<typeof JobCondition>;

export const UncountedTerminatedPods = message(
  'io.k8s.api.batch.v1.UncountedTerminatedPods',
  {
    succeeded: field(1, list(uid), { listType: 'set', about: 'UIDs of uncounted pods that succeeded.' }),
    failed: field(2, list(uid), { listType: 'set', about: 'UIDs of uncounted pods that failed.' }),
  },
  { about: 'UIDs of finished pods that the job counters do not include yet.' },
);
export type UncountedTerminatedPods = TypeOf<typeof UncountedTerminatedPods>;

const count = integer('int32', { minimum: 0 });

export const JobStatus = message(
  'io.k8s.api.batch.v1.JobStatus',
  {
    conditions: field(1, list(JobCondition), {
      listType: 'atomic',
      patchStrategy: 'merge',
      patchMergeKey: 'type',
      about: 'Current conditions, one per type.',
    }),
    startTime: optional(2, time, {
      about: 'When processing began; set again each time the job is resumed, unset while never started.',
    }),
    completionTime: optional(3, time, {
      about: 'When the job finished successfully; unset for failed or unfinished jobs.',
    }),
    active: field(4, count, { about: 'Number of pending and running pods.' }),
    succeeded: field(5, count, { about: 'Number of pods that reached phase Succeeded.' }),
    failed: field(6, count, { about: 'Number of pods that reached phase Failed.' }),
    completedIndexes: field(7, string, {
      about: 'Finished indexes of an Indexed job, with ranges shortened, such as `1,3-5,7`.',
    }),
    uncountedTerminatedPods: optional(8, UncountedTerminatedPods, {
      about: 'Finished pods not yet added to the counters; null for jobs not tracked with finalizers.',
    }),
    ready: optional(9, count, {
      featureGate: 'JobReadyPods',
      about: 'Number of pods whose Ready condition is true. Alpha.',
    }),
  },
  { about: 'Observed progress of a job.' },
);
export type JobStatus = TypeOf<typeof JobStatus>;

export const Job = kind(
  'io.k8s.api.batch.v1.Job',
  {
    metadata,
    spec: field(2, JobSpec, { about: 'The pods to run and when the job counts as done.' }),
    status: field(3, JobStatus, { about: 'Progress of the job; read-only for users.' }),
  },
  { about: 'Runs pods until a set number of them finish successfully.', applyDefaults: defaultJob },
);
export type Job = TypeOf<typeof Job>;

export const JobList = listOf(Job);
export type JobList = TypeOf<typeof JobList>;
