/** PodStatusResult: a pod's status on its own, as some node endpoints return it. */
import { field, kind, type TypeOf } from '@keelson/schema';

import { metadata } from '../../meta/v1/object-meta.ts';
import { PodStatus } from './pod-status.ts';

export const PodStatusResult = kind(
  'io.k8s.api.core.v1.PodStatusResult',
  {
    metadata,
    status: field(2, PodStatus, { about: 'What has last been observed of the pod.' }),
  },
  { about: "A pod's status on its own, as some node endpoints return it." },
);
export type PodStatusResult = TypeOf<typeof PodStatusResult>;
