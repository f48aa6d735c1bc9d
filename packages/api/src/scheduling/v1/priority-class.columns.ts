/** Table columns of PriorityClass. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { PriorityClass } from './priority-class.ts';

export const priorityClassColumns: readonly Column<PriorityClass>[] = [
  nameColumn,
  { name: 'Value', type: 'integer', about: 'The priority.', cell: ({ value }) => value },
  {
    name: 'Global-Default',
    type: 'boolean',
    about: 'Whether pods without a class get this one.',
    cell: ({ globalDefault }) => globalDefault ?? false,
  },
  ageColumn,
];
