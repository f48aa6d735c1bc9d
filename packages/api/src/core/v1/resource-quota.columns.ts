/** Table columns of ResourceQuota. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { ResourceQuota } from './resource-quota.ts';

export const resourceQuotaColumns: readonly Column<ResourceQuota>[] = [
  nameColumn,
  ageColumn,
  {
    name: 'Request',
    type: 'string',
    about: 'What is used of each cap, but for those on limits.',
    cell: (quota) => printUse(quota, (name) => !isLimit(name)),
  },
  {
    name: 'Limit',
    type: 'string',
    about: 'What is used of each cap on limits.',
    cell: (quota) => printUse(quota, isLimit),
  },
];

function isLimit(resourceName: string): boolean {
  return resourceName.startsWith('limits.');
}

/** Caps come into force when they are in the status. */
function printUse({ status }: ResourceQuota, isShown: (resourceName: string) => boolean): string {
  const { hard = {}, used = {} } = status;
  const names = Object.keys(hard).filter(isShown).sort();
  return names.map((name) => `${name}: ${used[name] ?? '0'}/${hard[name] ?? '0'}`).join(', ');
}
