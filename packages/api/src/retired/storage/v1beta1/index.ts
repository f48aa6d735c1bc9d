/** Retired API version storage.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { csiDrivers } from '../../../storage/v1/csi-driver.resource.ts';
import { csiNodes } from '../../../storage/v1/csi-node.resource.ts';
import { storageClasses } from '../../../storage/v1/storage-class.resource.ts';
import { volumeAttachments } from '../../../storage/v1/volume-attachment.resource.ts';
import { retireAll } from '../../retire.ts';

const version = { group: 'storage.{domain}', version: 'v1beta1' } as const;

export const storageV1beta1: ApiVersion = {
  ...version,
  resources: retireAll([csiDrivers, csiNodes, storageClasses, volumeAttachments], version),
  kinds: [],
};
