/** Resource declaration of PersistentVolume in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { persistentVolumeColumns } from './persistent-volume.columns.ts';
import { persistentVolumeHooks, persistentVolumeRules } from './persistent-volume.rules.ts';
import { PersistentVolume, PersistentVolumeList } from './persistent-volume.ts';

export const persistentVolumes = resource({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  singular: 'persistentvolume',
  shortNames: ['pv'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: PersistentVolume,
  list: PersistentVolumeList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'persistentvolumes' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  columns: persistentVolumeColumns,
  metadataChecks: { repeatsRules: true, ofUpdate: ['whole', 'whole'] },
  hooks: persistentVolumeHooks,
  rules: persistentVolumeRules,
  about: 'A piece of storage in the cluster, independent of any pod.',
});
