/** Retired API version storage.{domain}/v1alpha1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { csiStorageCapacities } from '../../../storage/v1/csi-storage-capacity.resource.ts';
import { volumeAttachments } from '../../../storage/v1/volume-attachment.resource.ts';
import { retireAll } from '../../retire.ts';

const version = { group: 'storage.{domain}', version: 'v1alpha1' } as const;

export const storageV1alpha1: ApiVersion = {
  ...version,
  resources: retireAll([csiStorageCapacities, volumeAttachments], version),
  kinds: [],
};
