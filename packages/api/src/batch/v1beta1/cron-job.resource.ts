/** Resource declaration of CronJob in batch/v1beta1. */
import { wordUnsupportedFieldOf } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { cronJobColumns } from '../v1/cron-job.columns.ts';
import { cronJobHooks, cronJobRules } from '../v1/cron-job.rules.ts';
import { CronJob, CronJobList } from './cron-job.ts';

export const cronJobs = resource({
  group: 'batch',
  version: 'v1beta1',
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
  // A label that the version knows, and no object has.
  fieldSelectors: { 'status.successful': () => '' },
  wordUnknownField: (field) => wordUnsupportedFieldOf(field, '"CronJob"'),
  allowsUnconditionalUpdate: true,
  orphansDependents: {},
  columns: cronJobColumns,
  metadataChecks: { ofPart: [] },
  hooks: cronJobHooks,
  rules: cronJobRules,
  about: 'Creates Jobs repeatedly on a time schedule.',
});
