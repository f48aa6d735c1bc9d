/** Table columns of StorageClass. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { StorageClass } from './storage-class.ts';

/** The older key is still read. */
const defaultAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

export const storageClassColumns: readonly Column<StorageClass>[] = [
  {
    ...nameColumn,
    cell: ({ metadata }) => `${metadata.name ?? ''}${isDefault(metadata.annotations) ? ' (default)' : ''}`,
  },
  {
    name: 'Provisioner',
    type: 'string',
    about: 'What makes the volumes.',
    cell: ({ provisioner }) => provisioner,
  },
  {
    name: 'ReclaimPolicy',
    type: 'string',
    about: 'What happens to a volume once it is released.',
    cell: ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
  },
  {
    name: 'VolumeBindingMode',
    type: 'string',
    about: 'When claims are bound.',
    cell: ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate',
  },
  {
    name: 'AllowVolumeExpansion',
    type: 'string',
    about: 'Whether volumes may be enlarged.',
    cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  },
  ageColumn,
];

function isDefault(annotations: Readonly<Record<string, string>> = {}): boolean {
  return defaultAnnotations.some((key) => annotations[key] === 'true');
}
