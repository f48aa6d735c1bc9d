/** Table columns of NetworkPolicy. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { printSelector } from '../../printing/labels.ts';
import type { NetworkPolicy } from './network-policy.ts';

export const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  nameColumn,
  {
    name: 'Pod-Selector',
    type: 'string',
    about: 'Labels of the pods it restricts.',
    cell: ({ spec }) => printSelector(spec.podSelector),
  },
  ageColumn,
];
