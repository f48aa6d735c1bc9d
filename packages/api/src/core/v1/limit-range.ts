/** LimitRange: bounds and defaults for single objects in a namespace. */
import { field, kind, list, map, message, quantity, required, type TypeOf, usually } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { completeLimitRangeItem } from './limit-range.defaults.ts';

export const LimitRangeItem = message(
  'io.k8s.api.core.v1.LimitRangeItem',
  {
    type: required(1, usually('Pod', 'Container', 'PersistentVolumeClaim'), {
      about: 'What they are for: Pod, Container or PersistentVolumeClaim.',
    }),
    max: field(2, map(quantity), { about: 'Largest amount allowed of each resource.' }),
    min: field(3, map(quantity), { about: 'Smallest amount allowed of each resource.' }),
    default: field(4, map(quantity), { about: 'Limit given to containers that set none.' }),
    defaultRequest: field(5, map(quantity), { about: 'Request given to containers that set none.' }),
    maxLimitRequestRatio: field(6, map(quantity), {
      about: 'Largest allowed quotient of limit and request; both must then be set and nonzero.',
    }),
  },
  { about: 'Bounds and defaults for one type of object.', applyDefaults: completeLimitRangeItem },
);
export type LimitRangeItem = TypeOf<typeof LimitRangeItem>;

export const LimitRangeSpec = message(
  'io.k8s.api.core.v1.LimitRangeSpec',
  {
    limits: required(1, list(LimitRangeItem), { about: 'The bounds, one entry per type.' }),
  },
  { about: 'Bounds and defaults by type of object.' },
);
export type LimitRangeSpec = TypeOf<typeof LimitRangeSpec>;

export const LimitRange = kind(
  'io.k8s.api.core.v1.LimitRange',
  {
    metadata,
    spec: field(2, LimitRangeSpec, { about: 'The bounds and defaults.' }),
  },
  { about: 'Bounds and defaults for single objects in a namespace.' },
);
export type LimitRange = TypeOf<typeof LimitRange>;

export const LimitRangeList = listOf(LimitRange);
export type LimitRangeList = TypeOf<typeof LimitRangeList>;
