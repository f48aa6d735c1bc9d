/** Resource declaration of CSIDriver in storage.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { CSIDriver, CSIDriverList } from './csi-driver.ts';
import { csiDriverColumns } from './csi-driver.columns.ts';
import { csiDriverHooks, csiDriverRules } from './csi-driver.rules.ts';

export const csiDrivers = resource({
  group: 'storage.{domain}',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  scope: 'Cluster',
  verbs: allVerbs,
  message: CSIDriver,
  list: CSIDriverList,
  storage: { kind: 'stored', group: 'storage.{domain}', version: 'v1', prefix: 'csidrivers' },
  returnsDeletedObject: true,
  columns: csiDriverColumns,
  hooks: csiDriverHooks,
  rules: csiDriverRules,
  about: "Describes a CSI volume driver; its name is the driver's own name.",
});
