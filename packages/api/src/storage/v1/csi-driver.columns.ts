/** Table columns of CSIDriver. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { none } from '../../printing/none.ts';
import type { CSIDriver } from './csi-driver.ts';

export const csiDriverColumns: readonly Column<CSIDriver>[] = [
  nameColumn,
  {
    name: 'AttachRequired',
    type: 'boolean',
    about: 'Whether volumes are attached before they are mounted.',
    cell: ({ spec }) => spec.attachRequired ?? true,
  },
  {
    name: 'PodInfoOnMount',
    type: 'boolean',
    about: 'Whether the driver is told which pod mounts a volume.',
    cell: ({ spec }) => spec.podInfoOnMount ?? false,
  },
  {
    name: 'StorageCapacity',
    type: 'boolean',
    about: 'Whether scheduling considers the capacity that the driver publishes.',
    cell: ({ spec }) => spec.storageCapacity ?? false,
  },
  {
    name: 'TokenRequests',
    type: 'string',
    about: 'Audiences of the tokens that the driver is handed.',
    cell: ({ spec }) => spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
  },
  {
    name: 'RequiresRepublish',
    type: 'boolean',
    about: 'Whether mounted volumes are refreshed from time to time.',
    cell: ({ spec }) => spec.requiresRepublish ?? false,
  },
  {
    name: 'Modes',
    type: 'string',
    about: 'Volume lifecycle modes that the driver supports.',
    cell: ({ spec }) => none(spec.volumeLifecycleModes?.join(',')),
  },
  ageColumn,
];
