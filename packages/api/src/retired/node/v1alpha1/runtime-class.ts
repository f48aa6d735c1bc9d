/** RuntimeClass of v1alpha1: all it says is in a spec. */
import { kind, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { metadata } from '../../../meta/v1/object-meta.ts';
import { Overhead, Scheduling } from '../../../node/v1/runtime-class.ts';

export const RuntimeClassSpec = message(
  'io.k8s.api.node.v1alpha1.RuntimeClassSpec',
  {
    runtimeHandler: required(1, string, { about: 'Runtime configuration the node uses; a lowercase DNS label.' }),
    overhead: optional(2, Overhead, { about: 'Extra resources each pod of this class uses.' }),
    scheduling: optional(3, Scheduling, { about: 'Where pods of this class may run.' }),
  },
  { about: 'What pods of a runtime class run on, cost and need.' },
);
export type RuntimeClassSpec = TypeOf<typeof RuntimeClassSpec>;

export const RuntimeClass = kind(
  'io.k8s.api.node.v1alpha1.RuntimeClass',
  { metadata, spec: required(2, RuntimeClassSpec, { about: 'The runtime and what it needs.' }) },
  { about: 'A kind of container runtime that pods can select by name.' },
);
export type RuntimeClass = TypeOf<typeof RuntimeClass>;
