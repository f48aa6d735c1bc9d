/** StatefulSet before apps/v1: could find its selector by itself, and did not replace pods unless told to. */
import { field, int64, kind, message, optional, type TypeOf } from '@keelson/schema';

import {
  StatefulSet as ServedSet,
  StatefulSetSpec as ServedSpec,
  StatefulSetStatus as ServedStatus,
  StatefulSetUpdateStrategy as ServedStrategy,
} from '../../../apps/v1/stateful-set.ts';
import { nameClaimTemplates } from '../../../apps/v1/stateful-set.defaults.ts';
import { completeStatefulSetStrategy } from '../../../apps/v1/update-strategy.defaults.ts';
import { LabelSelector } from '../../../meta/v1/label-selector.ts';

const { type, rollingUpdate } = ServedStrategy.fields;

export const StatefulSetUpdateStrategy = message(
  'io.k8s.api.apps.v1beta1.StatefulSetUpdateStrategy',
  { type: { ...type, default: 'OnDelete' }, rollingUpdate },
  { about: 'How a StatefulSet replaces its pods.', applyDefaults: completeStatefulSetStrategy },
);
export type StatefulSetUpdateStrategy = TypeOf<typeof StatefulSetUpdateStrategy>;

export const StatefulSetSpec = message(
  'io.k8s.api.apps.v1beta1.StatefulSetSpec',
  {
    ...ServedSpec.fields,
    selector: optional(2, LabelSelector, { about: "Pods it manages; unset means the template's labels." }),
    updateStrategy: field(7, StatefulSetUpdateStrategy, {
      about: 'How running pods are replaced after a template change.',
    }),
  },
  {
    about: 'Which pods and claims a StatefulSet runs and how it manages them.',
    applyDefaults: nameClaimTemplates,
  },
);
export type StatefulSetSpec = TypeOf<typeof StatefulSetSpec>;

export const StatefulSetStatus = message(
  'io.k8s.api.apps.v1beta1.StatefulSetStatus',
  {
    ...ServedStatus.fields,
    observedGeneration: optional(1, int64, { about: 'Generation of the spec that this status reflects.' }),
  },
  { about: 'Observed state of a StatefulSet.' },
);
export type StatefulSetStatus = TypeOf<typeof StatefulSetStatus>;

export const StatefulSet = kind(
  'io.k8s.api.apps.v1beta1.StatefulSet',
  {
    ...ServedSet.fields,
    spec: field(2, StatefulSetSpec, { about: 'The state the user asks for.' }),
    status: field(3, StatefulSetStatus, { about: 'The state last observed by the system; read-only for users.' }),
  },
  { about: 'Runs pods with stable names and their own lasting storage.' },
);
export type StatefulSet = TypeOf<typeof StatefulSet>;
