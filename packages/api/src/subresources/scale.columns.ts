/** Table columns of Scale. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../printing/columns.ts';
import type { Scale } from './scale.ts';

const columns: readonly Column<Scale>[] = [
  { ...nameColumn, format: '' },
  { name: 'Desired', type: 'integer', about: 'Replica count wanted.', cell: ({ spec }) => spec.replicas ?? 0 },
  { name: 'Available', type: 'integer', about: 'Replica count observed.', cell: ({ status }) => status.replicas },
  ageColumn,
];

export const scaleColumns: readonly Column[] = columns;
