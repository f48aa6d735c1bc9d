/** Scale: reads or sets the replica count of a workload. */
import { field, int32, kind, message, required, string, type TypeOf } from '@keelson/schema';

import { metadata } from '../meta/v1/object-meta.ts';

export const ScaleSpec = message(
  'io.k8s.api.autoscaling.v1.ScaleSpec',
  {
    replicas: field(1, int32, { about: 'Number of instances wanted; not negative.' }),
  },
  { about: 'Wanted size of a workload.' },
);
export type ScaleSpec = TypeOf<typeof ScaleSpec>;

export const ScaleStatus = message(
  'io.k8s.api.autoscaling.v1.ScaleStatus',
  {
    replicas: required(1, int32, { about: 'Number of instances observed.' }),
    selector: field(2, string, { about: 'Label query for the counted pods, as a string.' }),
  },
  { about: 'Observed size of a workload.' },
);
export type ScaleStatus = TypeOf<typeof ScaleStatus>;

export const Scale = kind(
  'io.k8s.api.autoscaling.v1.Scale',
  {
    metadata,
    spec: field(2, ScaleSpec, { about: 'The replica count wanted.' }),
    status: field(3, ScaleStatus, { about: 'The replica count observed; read-only.' }),
  },
  { about: 'Reads or sets the replica count of a workload.' },
);
export type Scale = TypeOf<typeof Scale>;
