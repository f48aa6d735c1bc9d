/** Table columns of ReplicaSet. */
import type { Column } from '@keelson/schema';

import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import { replicaColumns } from '../../printing/replicas.ts';
import type { ReplicaSet } from './replica-set.ts';
import { selectorColumn } from './selector-column.ts';

export const replicaSetColumns: readonly Column<ReplicaSet>[] = [
  nameColumn,
  ...replicaColumns,
  ageColumn,
  ...containerColumns<ReplicaSet>(({ spec }) => spec.template.spec, 1),
  selectorColumn,
];
