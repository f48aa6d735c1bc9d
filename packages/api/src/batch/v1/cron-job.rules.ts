/** Prepares and validates writes of cron jobs, in all versions. */
import type { Report, ResourceHooks } from '@keelson/schema';

import { templateWarnings } from '../../core/v1/pod-template.warnings.ts';
import { reportNegative } from '../../rules/report-negative.ts';
import { reportUnlisted } from '../../rules/report-unlisted.ts';
import { statusHooks } from '../../rules/status-hooks.ts';
import { type CronJob, type CronJobSpec, CronJobStatus } from './cron-job.ts';
import { findScheduleProblem, maxScheduleBytes } from './cron-schedule.ts';
import { validateJobSpec } from './job-spec.rules.ts';
import type { JobTemplateSpec } from './job-template-spec.ts';

export const cronJobRules = [
  'schedule is required: five fields of cron, or a word such as @daily, in at most 1024 bytes.',
  'The name has at most 52 characters, so that the names of its jobs fit into a label.',
  'The template of its jobs has neither selector nor manualSelector: they are generated. Otherwise it follows the rules of jobs.',
  'A write of the status takes nothing else.',
];

/** The name of a job is that of its cron job, a dash and the minute it is due. */
const maxNameLength = 63 - 11;

const ofTemplate = templateWarnings<CronJob>(
  'spec.jobTemplate.spec.template',
  ({ spec }) => spec.jobTemplate.spec.template,
);

export const cronJobHooks: ResourceHooks<CronJob> = {
  warnOnCreate: (object) => [...ofTemplate.warnOnCreate(object), ...warnOfZone(object.spec)],
  warnOnUpdate: (object, old) => [...ofTemplate.warnOnUpdate(object, old), ...warnOfZone(object.spec)],
  ...statusHooks(CronJobStatus),
  validateCreate({ metadata, spec }, report) {
    report.within('spec', () => validateCronJobSpec(spec, report));
    const { name = '' } = metadata;
    if (name.length > maxNameLength) {
      report.invalid('metadata.name', name, `must be no more than ${maxNameLength} characters`);
    }
  },
  validateUpdate: ({ spec }, _old, report) => report.within('spec', () => validateCronJobSpec(spec, report)),
};

/** Clients know the path as it is here. */
function warnOfZone({ schedule }: CronJobSpec): string[] {
  if (!schedule.includes('TZ')) return [];
  return [
    'CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
  ];
}

const concurrencyPolicies = ['Allow', 'Forbid', 'Replace'];

function validateCronJobSpec(spec: CronJobSpec, report: Report): void {
  validateSchedule(spec.schedule, report);
  reportNegative(report, spec, ['startingDeadlineSeconds']);
  const { concurrencyPolicy = '' } = spec;
  if (concurrencyPolicy === '') report.required('concurrencyPolicy');
  else reportUnlisted(report, 'concurrencyPolicy', concurrencyPolicy, concurrencyPolicies);
  report.within('jobTemplate.spec', () => validateTemplate(spec.jobTemplate.spec, report));
  reportNegative(report, spec, ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit']);
}

function validateSchedule(schedule: string, report: Report): void {
  if (schedule === '') return report.required('schedule');
  if (Buffer.byteLength(schedule) > maxScheduleBytes) return report.tooLong('schedule', schedule, maxScheduleBytes);
  const problem = findScheduleProblem(schedule);
  if (problem !== undefined) report.invalid('schedule', schedule, problem);
}

function validateTemplate(spec: JobTemplateSpec['spec'], report: Report): void {
  validateJobSpec(spec, report);
  if (spec.selector !== undefined) report.invalid('selector', spec.selector, '`selector` will be auto-generated');
  if (spec.manualSelector === true) report.notSupported('manualSelector', true, ['nil', 'false']);
}
