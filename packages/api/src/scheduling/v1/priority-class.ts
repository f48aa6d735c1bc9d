/** PriorityClass: gives a name to a pod priority number. */
import { bool, field, int32, kind, listed, optional, required, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const PriorityClass = kind(
  'io.k8s.api.scheduling.v1.PriorityClass',
  {
    metadata,
    value: required(2, int32, {
      about: 'The priority; higher goes first, at most 1000000000 for user classes; cannot be changed.',
    }),
    globalDefault: field(3, bool, {
      about: 'Whether pods without a class get this one; at most one class may say so.',
    }),
    description: field(4, string, { about: 'Free text on when to use this class.' }),
    preemptionPolicy: optional(5, listed('PreemptLowerPriority', 'Never'), {
      default: 'PreemptLowerPriority',
      about: 'PreemptLowerPriority (default), or Never to wait without evicting others.',
    }),
  },
  { about: 'Gives a name to a pod priority number.' },
);
export type PriorityClass = TypeOf<typeof PriorityClass>;

export const PriorityClassList = listOf(PriorityClass);
export type PriorityClassList = TypeOf<typeof PriorityClassList>;
