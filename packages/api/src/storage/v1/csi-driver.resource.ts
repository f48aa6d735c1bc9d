/** How storage.{domain}/v1 serves CSIDriver objects. */
import { allVerbs, resource } from '@keelson/schema';

import { CSIDriver, CSIDriverList } from './csi-driver.ts';

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
  storage: { group: 'storage.{domain}', version: 'v1' },
  storagePrefix: 'csidrivers',
  returnsDeletedObject: true,
  about: "Describes a CSI volume driver; its name is the driver's own name.",
});
