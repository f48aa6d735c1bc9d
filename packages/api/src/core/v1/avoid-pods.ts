/** An annotation of nodes that asks the scheduler to keep some pods away. */
import { field, list, message, optional, required, string, time, type TypeOf } from '@keelson/schema';

import { OwnerReference } from '../../meta/v1/owner-reference.ts';

export const PodSignature = message(
  'io.k8s.api.core.v1.PodSignature',
  {
    podController: optional(1, OwnerReference, { about: 'Controller that owns the pods.' }),
  },
  { about: "What makes pods alike in the eyes of a node's avoid list." },
);
export type PodSignature = TypeOf<typeof PodSignature>;

export const PreferAvoidPodsEntry = message(
  'io.k8s.api.core.v1.PreferAvoidPodsEntry',
  {
    podSignature: required(1, PodSignature, { about: 'What makes a pod one of those.' }),
    evictionTime: field(2, time, { about: 'Time the entry was added.' }),
    reason: field(3, string, { about: 'Short CamelCase cause of the entry.' }),
    message: field(4, string, { about: 'Human-readable explanation of the entry.' }),
  },
  { about: 'A kind of pods a node would rather not run.' },
);
export type PreferAvoidPodsEntry = TypeOf<typeof PreferAvoidPodsEntry>;

export const AvoidPods = message(
  'io.k8s.api.core.v1.AvoidPods',
  {
    preferAvoidPods: field(1, list(PreferAvoidPodsEntry), { about: 'Kinds of pods to avoid, each with a reason.' }),
  },
  { about: "A node's list of pods better placed elsewhere, kept in an annotation." },
);
export type AvoidPods = TypeOf<typeof AvoidPods>;
