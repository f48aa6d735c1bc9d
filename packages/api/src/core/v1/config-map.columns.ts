/** Table columns of ConfigMap. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { ConfigMap } from './config-map.ts';

export const configMapColumns: readonly Column<ConfigMap>[] = [
  nameColumn,
  {
    name: 'Data',
    type: 'string',
    about: 'How many keys it has.',
    cell: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
  },
  ageColumn,
];
