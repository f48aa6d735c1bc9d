/** Table columns of StatefulSet. */
import type { Column } from '@keelson/schema';

import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import type { StatefulSet } from './stateful-set.ts';

export const statefulSetColumns: readonly Column<StatefulSet>[] = [
  nameColumn,
  {
    name: 'Ready',
    type: 'string',
    about: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  ageColumn,
  ...containerColumns<StatefulSet>(({ spec }) => spec.template.spec, 1),
];
