/** API version storage.{domain}/v1beta1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { csiStorageCapacities } from './csi-storage-capacity.resource.ts';

export const storageV1beta1: ApiVersion = {
  group: 'storage.{domain}',
  version: 'v1beta1',
  resources: [csiStorageCapacities],
  kinds: [],
};
