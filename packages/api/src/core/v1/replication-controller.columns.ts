/** Table columns of ReplicationController. */
import type { Column } from '@keelson/schema';

import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import { printLabels } from '../../printing/labels.ts';
import { replicaColumns } from '../../printing/replicas.ts';
import type { ReplicationController } from './replication-controller.ts';

export const replicationControllerColumns: readonly Column<ReplicationController>[] = [
  nameColumn,
  ...replicaColumns,
  ageColumn,
  ...containerColumns<ReplicationController>(({ spec }) => spec.template?.spec ?? { containers: null }, 1),
  {
    name: 'Selector',
    type: 'string',
    priority: 1,
    about: 'Labels of the pods that count.',
    cell: ({ spec }) => printLabels(spec.selector),
  },
];
