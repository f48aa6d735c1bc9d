/** CronJob, declared as v1 has it, around the template of this version. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { CronJob as Later } from '../v1/cron-job.ts';
import { JobTemplateSpec as LaterTemplate } from '../v1/job-template-spec.ts';
import { JobTemplateSpec } from './job-template-spec.ts';

export const CronJob = inVersion(Later, 'v1beta1', [[LaterTemplate, JobTemplateSpec]]);
export type CronJob = TypeOf<typeof CronJob>;

export const CronJobList = listOf(CronJob);
export type CronJobList = TypeOf<typeof CronJobList>;
