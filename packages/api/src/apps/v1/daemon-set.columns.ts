/** Table columns of DaemonSet. */
import type { Column } from '@keelson/schema';

import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import { printLabels } from '../../printing/labels.ts';
import type { DaemonSet } from './daemon-set.ts';
import { selectorColumn } from './selector-column.ts';

export const daemonSetColumns: readonly Column<DaemonSet>[] = [
  nameColumn,
  {
    name: 'Desired',
    type: 'integer',
    about: 'Nodes that should run the pod.',
    cell: ({ status }) => status.desiredNumberScheduled,
  },
  {
    name: 'Current',
    type: 'integer',
    about: 'Nodes that should run the pod and do.',
    cell: ({ status }) => status.currentNumberScheduled,
  },
  { name: 'Ready', type: 'integer', about: 'Nodes with a ready pod.', cell: ({ status }) => status.numberReady },
  {
    name: 'Up-to-date',
    type: 'integer',
    about: 'Nodes with a pod of the latest template.',
    cell: ({ status }) => status.updatedNumberScheduled ?? 0,
  },
  {
    name: 'Available',
    type: 'integer',
    about: 'Nodes with a pod that has been ready for long enough.',
    cell: ({ status }) => status.numberAvailable ?? 0,
  },
  {
    name: 'Node Selector',
    type: 'string',
    about: 'Labels of the nodes that come into question.',
    cell: ({ spec }) => printLabels(spec.template.spec.nodeSelector),
  },
  ageColumn,
  ...containerColumns<DaemonSet>(({ spec }) => spec.template.spec, 1),
  selectorColumn,
];
