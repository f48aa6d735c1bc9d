/** Table columns of PersistentVolume. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { printAccessModes } from './access-modes.ts';
import type { PersistentVolume } from './persistent-volume.ts';
import { storageClassNameOf } from './storage-class-name.ts';

export const persistentVolumeColumns: readonly Column<PersistentVolume>[] = [
  nameColumn,
  { name: 'Capacity', type: 'string', about: 'Its size.', cell: ({ spec }) => spec.capacity?.['storage'] ?? '0' },
  {
    name: 'Access Modes',
    type: 'string',
    about: 'Ways it can be mounted.',
    cell: ({ spec }) => printAccessModes(spec.accessModes),
  },
  {
    name: 'Reclaim Policy',
    type: 'string',
    about: 'What happens once it is released.',
    cell: ({ spec }) => spec.persistentVolumeReclaimPolicy ?? '',
  },
  { name: 'Status', type: 'string', about: 'Stage of its life.', cell: printPhase },
  { name: 'Claim', type: 'string', about: 'The claim it is bound to or reserved for.', cell: printClaim },
  { name: 'StorageClass', type: 'string', about: 'Its storage class.', cell: storageClassNameOf },
  { name: 'Reason', type: 'string', about: 'Cause of a failure.', cell: ({ status }) => status.reason ?? '' },
  ageColumn,
  {
    name: 'VolumeMode',
    type: 'string',
    priority: 1,
    about: 'Form offered to pods.',
    cell: ({ spec }) => spec.volumeMode ?? '<unset>',
  },
];

function printPhase({ metadata, status }: PersistentVolume): string {
  return metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating';
}

function printClaim({ spec }: PersistentVolume): string {
  const { claimRef } = spec;
  return claimRef === undefined ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`;
}
