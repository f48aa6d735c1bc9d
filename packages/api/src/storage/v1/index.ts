/** API version storage.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { csiDrivers } from './csi-driver.resource.ts';
import { csiNodes } from './csi-node.resource.ts';
import { csiStorageCapacities } from './csi-storage-capacity.resource.ts';
import { storageClasses } from './storage-class.resource.ts';
import { volumeAttachments } from './volume-attachment.resource.ts';

export const storageV1: ApiVersion = {
  group: 'storage.{domain}',
  version: 'v1',
  resources: [csiDrivers, csiNodes, csiStorageCapacities, storageClasses, volumeAttachments],
  kinds: [],
};
