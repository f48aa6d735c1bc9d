/** Table columns of ControllerRevision. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { ControllerRevision } from './controller-revision.ts';

export const controllerRevisionColumns: readonly Column<ControllerRevision>[] = [
  nameColumn,
  { name: 'Controller', type: 'string', about: 'The controller it belongs to.', cell: printController },
  { name: 'Revision', type: 'string', about: 'Its sequence number.', cell: ({ revision }) => revision },
  ageColumn,
];

/** Such as `daemonset.apps/a`. */
function printController({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const [group = ''] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [''];
  const kind = owner.kind.toLowerCase();
  return `${group === '' ? kind : `${kind}.${group.toLowerCase()}`}/${owner.name}`;
}
