/** Resource declaration of Job in batch/v1. */
import { wordUnsupportedFieldOf } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { jobColumns } from './job.columns.ts';
import { jobHooks, jobRules } from './job.rules.ts';
import { trackingName } from './job-names.ts';
import { Job, JobList } from './job.ts';

export const jobs = resource({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  singular: 'job',
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Job,
  list: JobList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'batch', version: 'v1', prefix: 'jobs' },
  fieldSelectors: {
    'status.successful': (job) => String(job.status.succeeded ?? 0),
  },
  hasGeneration: true,
  gatedAnnotation: { name: trackingName, featureGate: 'JobTrackingWithFinalizers' },
  allowsUnconditionalUpdate: true,
  orphansDependents: {
    warning:
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  },
  wordUnknownField: (field) => wordUnsupportedFieldOf(field, 'Job'),
  columns: jobColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: jobHooks,
  rules: jobRules,
  about: 'Runs pods until a set number of them finish successfully.',
});
