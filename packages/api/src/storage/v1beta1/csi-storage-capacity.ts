/** CSIStorageCapacity, declared as v1 has it. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { CSIStorageCapacity as Later } from '../v1/csi-storage-capacity.ts';

export const CSIStorageCapacity = inVersion(Later, 'v1beta1');
export type CSIStorageCapacity = TypeOf<typeof CSIStorageCapacity>;

export const CSIStorageCapacityList = listOf(CSIStorageCapacity, { listType: 'map', listMapKeys: ['name'] });
export type CSIStorageCapacityList = TypeOf<typeof CSIStorageCapacityList>;
