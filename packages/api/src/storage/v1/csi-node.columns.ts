/** Table columns of CSINode. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { CSINode } from './csi-node.ts';

export const csiNodeColumns: readonly Column<CSINode>[] = [
  nameColumn,
  {
    name: 'Drivers',
    type: 'integer',
    about: 'How many drivers are installed on the node.',
    cell: ({ spec }) => spec.drivers?.length ?? 0,
  },
  ageColumn,
];
