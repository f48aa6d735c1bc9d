/** Table columns of Lease. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { Lease } from './lease.ts';

export const leaseColumns: readonly Column<Lease>[] = [
  nameColumn,
  { name: 'Holder', type: 'string', about: 'Who has it.', cell: ({ spec }) => spec.holderIdentity ?? '' },
  ageColumn,
];
