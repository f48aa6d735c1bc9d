/** How a Secret reads in a table: its keys are counted, nothing else of it is shown. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { Secret } from './secret.ts';

export const secretColumns: readonly Column<Secret>[] = [
  nameColumn,
  { name: 'Type', type: 'string', about: 'What the data is for.', cell: ({ type }) => type ?? '' },
  { name: 'Data', type: 'string', about: 'How many keys it has.', cell: ({ data = {} }) => Object.keys(data).length },
  ageColumn,
];
