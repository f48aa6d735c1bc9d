/** Prepares and validates writes of cron jobs, in all versions. */
import type { Report, ResourceHooks } from '@keelson/schema';

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

export const cronJobHooks: ResourceHooks<CronJob> = {
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

function validateCronJobSpec({ schedule, jobTemplate }: CronJobSpec, report: Report): void {
  validateSchedule(schedule, report);
  report.within('jobTemplate.spec', () => validateTemplate(jobTemplate.spec, report));
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
