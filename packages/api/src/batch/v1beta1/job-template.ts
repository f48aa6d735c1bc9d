/** JobTemplate: a stored template from which Jobs can be made. */
import { field, kind, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { JobTemplateSpec } from './job-template-spec.ts';

export const JobTemplate = kind(
  'io.k8s.api.batch.v1beta1.JobTemplate',
  {
    metadata,
    template: field(2, JobTemplateSpec, { about: 'The Job metadata and spec to use.' }),
  },
  { about: 'A stored template from which Jobs can be made.' },
);
export type JobTemplate = TypeOf<typeof JobTemplate>;
