/** Table columns of CronJob, in all versions. */
import type { Column } from '@keelson/schema';

import { printAge } from '../../printing/age.ts';
import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import { printSelector } from '../../printing/labels.ts';
import { printOptionalBool } from '../../printing/yes-no.ts';
import type { CronJob } from './cron-job.ts';

export const cronJobColumns: readonly Column<CronJob>[] = [
  nameColumn,
  { name: 'Schedule', type: 'string', about: 'When its jobs start.', cell: ({ spec }) => spec.schedule },
  {
    name: 'Suspend',
    type: 'boolean',
    about: 'Whether it is kept from starting jobs.',
    cell: ({ spec }) => printOptionalBool(spec.suspend),
  },
  { name: 'Active', type: 'integer', about: 'Jobs that run now.', cell: ({ status }) => status.active?.length ?? 0 },
  {
    name: 'Last Schedule',
    type: 'string',
    about: 'Time since it last started a job.',
    cell: ({ status: { lastScheduleTime } }, { now }) =>
      lastScheduleTime === undefined ? '<none>' : printAge(lastScheduleTime, now),
  },
  ageColumn,
  ...containerColumns<CronJob>(({ spec }) => spec.jobTemplate.spec.template.spec, 1),
  {
    name: 'Selector',
    type: 'string',
    priority: 1,
    about: 'Which pods belong to its jobs, where that is given.',
    cell: ({ spec }) => printSelector(spec.jobTemplate.spec.selector),
  },
];
