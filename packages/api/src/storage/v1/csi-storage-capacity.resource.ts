/** Resource declaration of CSIStorageCapacity in storage.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { CSIStorageCapacity, CSIStorageCapacityList } from './csi-storage-capacity.ts';
import { csiStorageCapacityHooks, csiStorageCapacityRules } from './csi-storage-capacity.rules.ts';

export const csiStorageCapacities = resource({
  group: 'storage.{domain}',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: CSIStorageCapacity,
  list: CSIStorageCapacityList,
  storage: { kind: 'stored', group: 'storage.{domain}', version: 'v1beta1', prefix: 'csistoragecapacities' },
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: csiStorageCapacityHooks,
  rules: csiStorageCapacityRules,
  about: 'Free storage of one storage class for a set of nodes.',
});
