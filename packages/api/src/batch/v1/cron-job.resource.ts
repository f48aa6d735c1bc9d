/** Resource declaration of CronJob in batch/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { cronJobColumns } from './cron-job.columns.ts';
import { cronJobHooks, cronJobRules } from './cron-job.rules.ts';
import { CronJob, CronJobList } from './cron-job.ts';

export const cronJobs = resource({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  singular: 'cronjob',
  shortNames: ['cj'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: CronJob,
  list: CronJobList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'batch', version: 'v1', prefix: 'cronjobs' },
  allowsUnconditionalUpdate: true,
  columns: cronJobColumns,
  metadataChecks: { ofPart: [] },
  hooks: cronJobHooks,
  rules: cronJobRules,
  about: 'Creates Jobs repeatedly on a time schedule.',
});
