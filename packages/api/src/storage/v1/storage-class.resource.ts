/** Resource declaration of StorageClass in storage.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { StorageClass, StorageClassList } from './storage-class.ts';
import { storageClassColumns } from './storage-class.columns.ts';
import { storageClassHooks, storageClassRules } from './storage-class.rules.ts';

export const storageClasses = resource({
  group: 'storage.{domain}',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  singular: 'storageclass',
  shortNames: ['sc'],
  scope: 'Cluster',
  verbs: allVerbs,
  actsAtOnce: true,
  message: StorageClass,
  list: StorageClassList,
  storage: { kind: 'stored', group: 'storage.{domain}', version: 'v1', prefix: 'storageclasses' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  columns: storageClassColumns,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: storageClassHooks,
  rules: storageClassRules,
  about: 'A named class of storage from which volumes are provisioned on demand.',
});
