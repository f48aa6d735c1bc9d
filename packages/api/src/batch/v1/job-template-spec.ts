/** The jobs that a cron job makes. */
import { field, message, type TypeOf } from '@keelson/schema';

import { ObjectMeta } from '../../meta/v1/object-meta.ts';
import { JobSpec } from './job-spec.ts';

export const JobTemplateSpec = message(
  'io.k8s.api.batch.v1.JobTemplateSpec',
  {
    metadata: field(1, ObjectMeta, { about: 'Labels and annotations given to each created Job.' }),
    spec: field(2, JobSpec, { about: 'Spec given to each created Job.' }),
  },
  { about: 'Metadata and spec for Jobs made from a template.' },
);
export type JobTemplateSpec = TypeOf<typeof JobTemplateSpec>;
