/** Prepares and validates writes of jobs. */
import { labelName } from '@keelson/meta';
import type { Report, ResourceHooks } from '@keelson/schema';

import { isGateOn } from '../../feature-gates/is-gate-on.ts';
import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { generateSelector, validateGeneratedSelector, validateSelector } from './job-selector.rules.ts';
import { trackingName } from './job-names.ts';
import type { JobSpec } from './job-spec.ts';
import { validateJobSpec, validateJobSpecUpdate } from './job-spec.rules.ts';
import { type Job, JobStatus } from './job.ts';

export const jobRules = [
  'The template has restart policy OnFailure or Never.',
  'An Indexed job has completions, and a parallelism of at most 100000.',
  'Unless manualSelector is true, the server generates the selector (label controller-uid) and the labels controller-uid and job-name of the template; labels given under these names have to be the same.',
  'With manualSelector the selector is required and matches the labels of the template.',
  'completions, completionMode, selector and template stay; of the template of a suspended job that has never started the labels, annotations, node selector, node affinity and tolerations may change.',
  'While JobTrackingWithFinalizers is on, new jobs carry the annotation batch.kubernetes.io/job-tracking; it cannot be added later.',
  'A write of the status takes nothing else; its UIDs of uncounted pods are not empty and differ.',
  'The name fits the value of a label: the template carries it.',
  'The name of a new Indexed job, with a dash and the last index behind it, is a DNS label: that is the hostname of a pod.',
];

const forStatus = statusHooks(JobStatus);

export const jobHooks: ResourceHooks<Job> = {
  ...templateWarnings<Job>('spec.template', ({ spec }) => spec.template),
  prepareForCreate(job) {
    forStatus.prepareForCreate(job);
    generateSelector(job);
  },
  prepareForUpdate: forStatus.prepareForUpdate,
  prepareForStatusUpdate: forStatus.prepareForStatusUpdate,
  validateCreate(job, report) {
    validateJob(job, report);
    validateHostnames(job, report);
  },
  validateUpdate(job, old, report) {
    validateJob(job, report);
    refuseTracking(job, old, report);
    // Clients see the findings on the spec twice on an update: as those of the job, and of its change.
    report.within('spec', () => {
      validateWholeSpec(job.spec, report);
      validateJobSpecUpdate(
        job.spec,
        old.spec,
        { canReschedule: isYetToStart(old) && isGateOn(report, 'JobMutableNodeSchedulingDirectives') },
        report,
      );
    });
  },
  validateStatusUpdate({ status }, _old, report) {
    const { uncountedTerminatedPods: uncounted } = status;
    if (uncounted === undefined) return;
    const seen = new Set<string>();
    report.within('status.uncountedTerminatedPods', () => {
      validateUids(uncounted.succeeded, 'succeeded', seen, report);
      validateUids(uncounted.failed, 'failed', seen, report);
    });
  },
};

function validateJob(job: Job, report: Report): void {
  validateGeneratedSelector(job, report);
  report.within('spec', () => validateWholeSpec(job.spec, report));
}

/** Not of an update, which cannot make it better: name and completions stay. */
function validateHostnames({ metadata, spec }: Job, report: Report): void {
  const { completionMode, completions = 0 } = spec;
  if (completionMode !== 'Indexed' || completions <= 0) return;
  const { name = '' } = metadata;
  const longest = `${name}-${completions - 1}`;
  if (labelName.check(longest, false).length === 0) return;
  report.invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${longest}`);
}

function validateWholeSpec(spec: JobSpec, report: Report): void {
  validateJobSpec(spec, report);
  validateSelector(spec, report);
}

function isYetToStart({ spec, status }: Job): boolean {
  return spec.suspend === true && status.startTime === undefined;
}

/** Pods that were made before it have no finalizer to be counted by. */
function refuseTracking({ metadata }: Job, old: Job, report: Report): void {
  const isAdded =
    metadata.annotations?.[trackingName] !== undefined && old.metadata.annotations?.[trackingName] === undefined;
  if (isAdded) report.forbidden(`metadata.annotations[${trackingName}]`, 'cannot add this annotation');
}

function validateUids(uids: readonly string[] | undefined, path: string, seen: Set<string>, report: Report): void {
  uids?.forEach((uid, index) => {
    if (uid === '') report.invalid(`${path}[${index}]`, uid, 'must not be empty');
    else if (seen.has(uid)) report.duplicate(`${path}[${index}]`, uid);
    seen.add(uid);
  });
}
