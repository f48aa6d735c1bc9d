/** Resource declaration of PersistentVolumeClaim in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { persistentVolumeClaimColumns } from './persistent-volume-claim.columns.ts';
import { claimQuota } from './persistent-volume-claim.quota.ts';
import { persistentVolumeClaimHooks, persistentVolumeClaimRules } from './persistent-volume-claim.rules.ts';
import { PersistentVolumeClaim, PersistentVolumeClaimList } from './persistent-volume-claim.ts';

export const persistentVolumeClaims = resource({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  shortNames: ['pvc'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: PersistentVolumeClaim,
  list: PersistentVolumeClaimList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'persistentvolumeclaims' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  columns: persistentVolumeClaimColumns,
  metadataChecks: { repeatsRules: true, ofUpdate: ['whole', 'changed', 'whole'] },
  quota: claimQuota,
  hooks: persistentVolumeClaimHooks,
  rules: persistentVolumeClaimRules,
  about: 'A request for storage, bound to a matching volume.',
});
