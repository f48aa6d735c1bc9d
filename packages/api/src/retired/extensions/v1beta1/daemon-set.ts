/** DaemonSet before apps/v1: counted the generations of its template, and did not replace pods unless told to. */
import { field, int64, kind, message, optional, type TypeOf } from '@keelson/schema';

import {
  DaemonSet as ServedSet,
  DaemonSetSpec as ServedSpec,
  DaemonSetUpdateStrategy as ServedStrategy,
} from '../../../apps/v1/daemon-set.ts';
import { completeDaemonSetStrategy } from '../../../apps/v1/update-strategy.defaults.ts';
import { LabelSelector } from '../../../meta/v1/label-selector.ts';

const { type, rollingUpdate } = ServedStrategy.fields;

export const DaemonSetUpdateStrategy = message(
  'io.k8s.api.extensions.v1beta1.DaemonSetUpdateStrategy',
  { type: { ...type, default: 'OnDelete' }, rollingUpdate },
  { about: 'How a DaemonSet replaces its pods.', applyDefaults: completeDaemonSetStrategy },
);
export type DaemonSetUpdateStrategy = TypeOf<typeof DaemonSetUpdateStrategy>;

const { revisionHistoryLimit, ...servedFields } = ServedSpec.fields;

export const DaemonSetSpec = message(
  'io.k8s.api.extensions.v1beta1.DaemonSetSpec',
  {
    ...servedFields,
    selector: optional(1, LabelSelector, { about: "Pods it manages; unset means the template's labels." }),
    updateStrategy: field(3, DaemonSetUpdateStrategy, {
      about: 'How running pods are replaced after a template change.',
    }),
    templateGeneration: field(5, int64, { about: 'Counts the changes of the template; set by the server.' }),
    revisionHistoryLimit,
  },
  { about: 'Which pods a DaemonSet runs and how it updates them.' },
);
export type DaemonSetSpec = TypeOf<typeof DaemonSetSpec>;

export const DaemonSet = kind(
  'io.k8s.api.extensions.v1beta1.DaemonSet',
  { ...ServedSet.fields, spec: field(2, DaemonSetSpec, { about: 'The state the user asks for.' }) },
  { about: 'Runs one copy of a pod on every matching node.' },
);
export type DaemonSet = TypeOf<typeof DaemonSet>;
