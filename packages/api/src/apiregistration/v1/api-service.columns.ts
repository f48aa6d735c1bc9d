/** Table columns of APIService. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { APIService } from './api-service.ts';

export const apiServiceColumns: readonly Column<APIService>[] = [
  nameColumn,
  { name: 'Service', type: 'string', about: 'Service that answers for it.', cell: printService },
  { name: 'Available', type: 'string', about: 'Whether that service can be reached.', cell: printAvailability },
  ageColumn,
];

function printService({ spec }: APIService): string {
  const { service } = spec;
  return service === undefined ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`;
}

function printAvailability({ status }: APIService): string {
  const condition = status.conditions?.find(({ type }) => type === 'Available');
  if (condition === undefined) return 'Unknown';
  const { status: claim, reason = '' } = condition;
  return claim === 'True' || reason === '' ? claim : `${claim} (${reason})`;
}
