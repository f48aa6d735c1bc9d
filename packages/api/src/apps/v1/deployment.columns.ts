/** Table columns of Deployment. */
import type { Column } from '@keelson/schema';

import { ageColumn, containerColumns, nameColumn } from '../../printing/columns.ts';
import { selectorColumn } from './selector-column.ts';
import type { Deployment } from './deployment.ts';

export const deploymentColumns: readonly Column<Deployment>[] = [
  nameColumn,
  {
    name: 'Ready',
    type: 'string',
    about: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  {
    name: 'Up-to-date',
    type: 'string',
    about: 'Pods that have the latest template.',
    cell: ({ status }) => status.updatedReplicas ?? 0,
  },
  {
    name: 'Available',
    type: 'string',
    about: 'Pods that have been ready for long enough.',
    cell: ({ status }) => status.availableReplicas ?? 0,
  },
  ageColumn,
  ...containerColumns<Deployment>(({ spec }) => spec.template.spec, 1),
  selectorColumn,
];
