/** Table columns of Namespace. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { Namespace } from './namespace.ts';

export const namespaceColumns: readonly Column<Namespace>[] = [
  nameColumn,
  { name: 'Status', type: 'string', about: 'Active, or Terminating.', cell: ({ status }) => status.phase ?? '' },
  ageColumn,
];
