/** Table columns of Secret: the number of keys, never their values. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { Secret } from './secret.ts';

export const secretColumns: readonly Column<Secret>[] = [
  nameColumn,
  { name: 'Type', type: 'string', about: 'What the data is for.', cell: ({ type }) => type ?? '' },
  { name: 'Data', type: 'string', about: 'How many keys it has.', cell: ({ data = {} }) => Object.keys(data).length },
  ageColumn,
];
