/** CronJob: creates Jobs repeatedly on a time schedule. */
import {
  bool,
  field,
  integer,
  kind,
  list,
  message,
  oneOf,
  optional,
  required,
  string,
  time,
  type TypeOf,
} from '@keelson/schema';

import { ObjectReference } from '../../core/v1/object-reference.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { JobTemplateSpec } from './job-template-spec.ts';

const count = integer('int32', { minimum: 0 });

export const CronJobSpec = message(
  'io.k8s.api.batch.v1.CronJobSpec',
  {
    schedule: required(1, string, { about: 'Run times in five-field cron syntax, for example `0 3 * * *`.' }),
    timeZone: optional(8, string, {
      featureGate: 'CronJobTimeZone',
      about: "Time zone name for the schedule; unset uses the controller's zone. Alpha.",
    }),
    startingDeadlineSeconds: optional(2, integer('int64', { minimum: 0 }), {
      isUnchecked: true,
      about: 'Seconds a missed run may start late; unset means no deadline.',
    }),
    concurrencyPolicy: field(3, oneOf('Allow', 'Forbid', 'Replace'), {
      isUnchecked: true,
      default: 'Allow',
      about: 'What to do if a run overlaps the previous one: Allow (default), Forbid or Replace.',
    }),
    suspend: optional(4, bool, {
      default: false,
      about: 'If true, no new runs start; running jobs continue. Defaults to false.',
    }),
    jobTemplate: required(5, JobTemplateSpec, { about: 'Template for each Job that is created.' }),
    successfulJobsHistoryLimit: optional(6, count, {
      isUnchecked: true,
      default: 3,
      about: 'How many successful finished jobs to keep; 0 keeps none. Defaults to 3.',
    }),
    failedJobsHistoryLimit: optional(7, count, {
      isUnchecked: true,
      default: 1,
      about: 'How many failed finished jobs to keep; 0 keeps none. Defaults to 1.',
    }),
  },
  { about: 'How and when a CronJob creates its Jobs.' },
);
export type CronJobSpec = TypeOf<typeof CronJobSpec>;

export const CronJobStatus = message(
  'io.k8s.api.batch.v1.CronJobStatus',
  {
    active: field(1, list(ObjectReference), {
      listType: 'atomic',
      about: 'References to the jobs that are running now.',
    }),
    lastScheduleTime: optional(4, time, { about: 'When a job was last scheduled.' }),
    lastSuccessfulTime: optional(5, time, { about: 'When a job last finished successfully.' }),
  },
  { about: 'Observed state of a CronJob.' },
);
export type CronJobStatus = TypeOf<typeof CronJobStatus>;

export const CronJob = kind(
  'io.k8s.api.batch.v1.CronJob',
  {
    metadata,
    spec: field(2, CronJobSpec, { about: 'Schedule and job template the user asks for.' }),
    status: field(3, CronJobStatus, { about: 'Running jobs and past run times, kept by the controller.' }),
  },
  { about: 'Creates Jobs repeatedly on a time schedule.' },
);
export type CronJob = TypeOf<typeof CronJob>;

export const CronJobList = listOf(CronJob);
export type CronJobList = TypeOf<typeof CronJobList>;
