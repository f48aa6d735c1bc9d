/** The spec of a job; also part of the template of a cron job. */
import { bool, integer, message, named, oneOf, optional, required, type TypeOf } from '@keelson/schema';

import { PodTemplateSpec } from '../../core/v1/pod-template-spec.ts';
import { LabelSelector } from '../../meta/v1/label-selector.ts';

const count = integer('int32', { minimum: 0 });

export const JobSpec = message(
  'io.k8s.api.batch.v1.JobSpec',
  {
    parallelism: optional(1, count, {
      isUnchecked: true,
      about: 'Most pods to run at once; fewer run when less work remains.',
    }),
    completions: optional(2, count, {
      isUnchecked: true,
      about: 'Successful pods needed; if unset, any one success completes the job.',
    }),
    activeDeadlineSeconds: optional(3, integer('int64', { minimum: 0 }), {
      isUnchecked: true,
      about: 'Seconds the job may stay active before it is stopped. Suspending resets the timer.',
    }),
    backoffLimit: optional(7, count, {
      isUnchecked: true,
      about: 'Retries allowed before the job is marked failed. Defaults to 6.',
    }),
    selector: optional(4, LabelSelector, {
      about: "Label query for the job's pods; normally filled in by the system.",
    }),
    manualSelector: optional(5, bool, {
      about: 'If true, the user supplies a unique selector and labels; otherwise the system generates them.',
    }),
    template: required(6, PodTemplateSpec, { about: 'Template for the pods the job creates.' }),
    ttlSecondsAfterFinished: optional(8, count, {
      isUnchecked: true,
      about: 'Seconds to keep a finished job before automatic deletion; 0 deletes at once, unset never.',
    }),
    completionMode: optional(9, named('v1.CompletionMode', oneOf('NonIndexed', 'Indexed')), {
      isUnchecked: true,
      about: 'NonIndexed (default) counts successful pods; Indexed needs one success per completion index.',
    }),
    suspend: optional(10, bool, {
      about: 'If true, no pods run; switching it on deletes active pods. Defaults to false.',
    }),
  },
  { about: 'What a job runs, how many times, and its limits.' },
);
export type JobSpec = TypeOf<typeof JobSpec>;
