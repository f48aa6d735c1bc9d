/** Table columns of RuntimeClass. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { RuntimeClass } from './runtime-class.ts';

export const runtimeClassColumns: readonly Column<RuntimeClass>[] = [
  nameColumn,
  // Clients compare columns with what they know; this one comes without a description.
  { name: 'Handler', type: 'string', about: '', cell: ({ handler }) => handler },
  ageColumn,
];
