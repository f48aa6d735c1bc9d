/** Retired API version storage.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ResourceHooks } from '@keelson/schema';

import type { ApiVersion } from '../../../api-version.ts';
import { csiDrivers } from '../../../storage/v1/csi-driver.resource.ts';
import { csiNodes } from '../../../storage/v1/csi-node.resource.ts';
import { storageClasses } from '../../../storage/v1/storage-class.resource.ts';
import { volumeAttachments } from '../../../storage/v1/volume-attachment.resource.ts';
import { volumeAttachmentHooks } from '../../../storage/v1/volume-attachment.rules.ts';
import type { VolumeAttachment } from '../../../storage/v1/volume-attachment.ts';
import { retireAll } from '../../retire.ts';

const version = { group: 'storage.{domain}', version: 'v1beta1' } as const;

/** There is no status subresource: the status is written with the object. */
const attachmentHooks: ResourceHooks<VolumeAttachment> = {
  validateCreate: (object, report) => volumeAttachmentHooks.validateCreate?.(object, report),
  validateUpdate: (object, old, report) => volumeAttachmentHooks.validateUpdate?.(object, old, report),
};
const attachments = Object.freeze({ ...volumeAttachments, subresources: {}, hooksOfRequests: attachmentHooks });

export const storageV1beta1: ApiVersion = {
  ...version,
  resources: retireAll([csiDrivers, csiNodes, storageClasses, attachments], version),
  kinds: [],
};
