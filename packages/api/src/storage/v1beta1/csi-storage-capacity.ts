/** CSIStorageCapacity: free storage of one storage class for a set of nodes. */
import { kind, optional, quantity, required, string, type TypeOf } from '@keelson/schema';

import { LabelSelector } from '../../meta/v1/label-selector.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const CSIStorageCapacity = kind(
  'io.k8s.api.storage.v1beta1.CSIStorageCapacity',
  {
    metadata,
    nodeTopology: optional(2, LabelSelector, {
      about: 'Nodes that can reach the storage; unset means none, an empty selector all. Immutable.',
    }),
    storageClassName: required(3, string, { about: 'Storage class this capacity belongs to; cannot be changed.' }),
    capacity: optional(4, quantity, { about: 'Free space available; unset means the amount is unknown.' }),
    maximumVolumeSize: optional(5, quantity, {
      about: 'Largest single volume that can be created; unset means not reported.',
    }),
  },
  { about: 'Free storage of one storage class for a set of nodes.' },
);
export type CSIStorageCapacity = TypeOf<typeof CSIStorageCapacity>;

export const CSIStorageCapacityList = listOf(CSIStorageCapacity, { listType: 'map', listMapKeys: ['name'] });
export type CSIStorageCapacityList = TypeOf<typeof CSIStorageCapacityList>;
