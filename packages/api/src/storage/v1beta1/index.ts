/** What storage.{domain}/v1beta1 holds. */
import type { ApiVersion } from '../../api-version.ts';
import { CSIDriver, CSIDriverList } from './csi-driver.ts';
import { CSINode, CSINodeList } from './csi-node.ts';
import { csiStorageCapacities } from './csi-storage-capacity.resource.ts';
import { StorageClass, StorageClassList } from './storage-class.ts';
import { VolumeAttachment, VolumeAttachmentList } from './volume-attachment.ts';

export const storageV1beta1: ApiVersion = {
  group: 'storage.{domain}',
  version: 'v1beta1',
  resources: [csiStorageCapacities],
  kinds: [
    CSIDriver,
    CSIDriverList,
    CSINode,
    CSINodeList,
    StorageClass,
    StorageClassList,
    VolumeAttachment,
    VolumeAttachmentList,
  ],
};
