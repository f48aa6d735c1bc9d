/** Table columns of PersistentVolumeClaim. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { printAccessModes } from './access-modes.ts';
import type { PersistentVolumeClaim } from './persistent-volume-claim.ts';
import { storageClassNameOf } from './storage-class-name.ts';

export const persistentVolumeClaimColumns: readonly Column<PersistentVolumeClaim>[] = [
  nameColumn,
  { name: 'Status', type: 'string', about: 'Stage of its life.', cell: printPhase },
  { name: 'Volume', type: 'string', about: 'Volume it is bound to.', cell: ({ spec }) => spec.volumeName ?? '' },
  {
    name: 'Capacity',
    type: 'string',
    about: 'Size of that volume.',
    cell: (claim) => (isBound(claim) ? (claim.status.capacity?.['storage'] ?? '0') : ''),
  },
  {
    name: 'Access Modes',
    type: 'string',
    about: 'Ways that volume can be mounted.',
    cell: (claim) => (isBound(claim) ? printAccessModes(claim.status.accessModes) : ''),
  },
  { name: 'StorageClass', type: 'string', about: 'Storage class it asks for.', cell: storageClassNameOf },
  ageColumn,
  {
    name: 'VolumeMode',
    type: 'string',
    priority: 1,
    about: 'Form it asks for.',
    cell: ({ spec }) => spec.volumeMode ?? '<unset>',
  },
];

function printPhase({ metadata, status }: PersistentVolumeClaim): string {
  return metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating';
}

function isBound({ spec }: PersistentVolumeClaim): boolean {
  return (spec.volumeName ?? '') !== '';
}
