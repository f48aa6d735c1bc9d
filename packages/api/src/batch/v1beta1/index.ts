/** API version batch/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { cronJobs } from './cron-job.resource.ts';
import { JobTemplate } from './job-template.ts';

export const batchV1beta1: ApiVersion = {
  group: 'batch',
  version: 'v1beta1',
  resources: [cronJobs],
  kinds: [JobTemplate],
};
