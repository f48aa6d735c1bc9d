/** Table columns of ComponentStatus. */
import type { Column } from '@keelson/schema';

import { nameColumn } from '../../printing/columns.ts';
import type { ComponentCondition, ComponentStatus } from './component-status.ts';

export const componentStatusColumns: readonly Column<ComponentStatus>[] = [
  nameColumn,
  { name: 'Status', type: 'string', about: 'Whether the component is healthy.', cell: printHealth },
  {
    name: 'Message',
    type: 'string',
    about: 'What the health check answered.',
    cell: (component) => health(component)?.message ?? '',
  },
  {
    name: 'Error',
    type: 'string',
    about: 'Error code of a failed health check.',
    cell: (component) => health(component)?.error ?? '',
  },
];

function health({ conditions }: ComponentStatus): ComponentCondition | undefined {
  return conditions?.find(({ type }) => type === 'Healthy');
}

function printHealth(component: ComponentStatus): string {
  const condition = health(component);
  if (condition === undefined) return 'Unknown';
  return condition.status === 'True' ? 'Healthy' : 'Unhealthy';
}
