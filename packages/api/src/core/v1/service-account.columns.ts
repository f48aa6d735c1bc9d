/** Table columns of ServiceAccount. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { ServiceAccount } from './service-account.ts';

export const serviceAccountColumns: readonly Column<ServiceAccount>[] = [
  nameColumn,
  {
    name: 'Secrets',
    type: 'string',
    about: 'How many secrets it lists.',
    cell: ({ secrets = [] }) => secrets.length,
  },
  ageColumn,
];
