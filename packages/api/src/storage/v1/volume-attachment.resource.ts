/** Resource declaration of VolumeAttachment in storage.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { VolumeAttachment, VolumeAttachmentList } from './volume-attachment.ts';
import { volumeAttachmentColumns } from './volume-attachment.columns.ts';
import { volumeAttachmentHooks, volumeAttachmentRules } from './volume-attachment.rules.ts';

export const volumeAttachments = resource({
  group: 'storage.{domain}',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  singular: 'volumeattachment',
  scope: 'Cluster',
  verbs: allVerbs,
  message: VolumeAttachment,
  list: VolumeAttachmentList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'storage.{domain}', version: 'v1', prefix: 'volumeattachments' },
  returnsDeletedObject: true,
  columns: volumeAttachmentColumns,
  metadataChecks: { ofUpdate: ['whole', 'whole'] },
  hooks: volumeAttachmentHooks,
  rules: volumeAttachmentRules,
  about: 'Records the wish to attach a volume to a node, and the result.',
});
