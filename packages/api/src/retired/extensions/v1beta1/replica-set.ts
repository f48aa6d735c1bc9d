/** ReplicaSet before apps/v1: could find its selector by itself. */
import { field, kind, message, optional, type TypeOf } from '@keelson/schema';

import { ReplicaSet as ServedSet, ReplicaSetSpec as ServedSpec } from '../../../apps/v1/replica-set.ts';
import { LabelSelector } from '../../../meta/v1/label-selector.ts';

export const ReplicaSetSpec = message(
  'io.k8s.api.extensions.v1beta1.ReplicaSetSpec',
  {
    ...ServedSpec.fields,
    selector: optional(2, LabelSelector, { about: "Pods it manages; unset means the template's labels." }),
  },
  { about: 'Which pods a ReplicaSet runs and how many.' },
);
export type ReplicaSetSpec = TypeOf<typeof ReplicaSetSpec>;

export const ReplicaSet = kind(
  'io.k8s.api.extensions.v1beta1.ReplicaSet',
  { ...ServedSet.fields, spec: field(2, ReplicaSetSpec, { about: 'The state the user asks for.' }) },
  { about: 'Keeps a fixed number of identical pods running.' },
);
export type ReplicaSet = TypeOf<typeof ReplicaSet>;
