/** Table columns of VolumeAttachment. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { VolumeAttachment } from './volume-attachment.ts';

export const volumeAttachmentColumns: readonly Column<VolumeAttachment>[] = [
  nameColumn,
  {
    name: 'Attacher',
    type: 'string',
    format: 'name',
    about: 'The driver that attaches.',
    cell: ({ spec }) => spec.attacher,
  },
  {
    name: 'PV',
    type: 'string',
    about: 'The persistent volume, if it is one.',
    cell: ({ spec }) => spec.source.persistentVolumeName ?? '',
  },
  { name: 'Node', type: 'string', about: 'The node it is attached to.', cell: ({ spec }) => spec.nodeName },
  {
    name: 'Attached',
    type: 'boolean',
    about: 'Whether it is attached by now.',
    cell: ({ status }) => status.attached,
  },
  ageColumn,
];
