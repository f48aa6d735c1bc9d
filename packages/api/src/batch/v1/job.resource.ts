/** How batch/v1 serves Job objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
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
  storage: { group: 'batch', version: 'v1' },
  storagePrefix: 'jobs',
  fieldSelectors: {
    'status.successful': (job) => String(job.status.succeeded ?? 0),
  },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  about: 'Runs pods until a set number of them finish successfully.',
});
