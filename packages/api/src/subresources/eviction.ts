/** Eviction: asks to remove a pod while respecting its disruption budgets. */
import { kind, optional, type TypeOf } from '@keelson/schema';

import { DeleteOptions } from '../meta/v1/delete-options.ts';
import { metadata } from '../meta/v1/object-meta.ts';

export const Eviction = kind(
  'io.k8s.api.policy.v1.Eviction',
  {
    metadata,
    deleteOptions: optional(2, DeleteOptions, { about: 'Options for the resulting pod deletion.' }),
  },
  { about: 'Asks to remove a pod while respecting its disruption budgets.' },
);
export type Eviction = TypeOf<typeof Eviction>;
