/** API version batch/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { cronJobs } from './cron-job.resource.ts';
import { jobs } from './job.resource.ts';

export const batchV1: ApiVersion = {
  group: 'batch',
  version: 'v1',
  resources: [cronJobs, jobs],
  kinds: [],
};
