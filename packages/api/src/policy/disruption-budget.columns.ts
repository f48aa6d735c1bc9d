/** The columns of disruption budgets in all versions. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../printing/columns.ts';

interface Budget {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: string | null };
  readonly spec: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string };
  readonly status: { readonly disruptionsAllowed: number };
}

export const disruptionBudgetColumns: readonly Column<Budget>[] = [
  nameColumn,
  {
    name: 'Min Available',
    type: 'string',
    about: 'Pods that must stay available.',
    cell: ({ spec }) => printLimit(spec.minAvailable),
  },
  {
    name: 'Max Unavailable',
    type: 'string',
    about: 'Pods that may be unavailable.',
    cell: ({ spec }) => printLimit(spec.maxUnavailable),
  },
  {
    name: 'Allowed Disruptions',
    type: 'integer',
    about: 'Evictions allowed right now.',
    cell: ({ status }) => status.disruptionsAllowed,
  },
  ageColumn,
];

function printLimit(limit: number | string | undefined): string {
  return limit === undefined ? 'N/A' : String(limit);
}
