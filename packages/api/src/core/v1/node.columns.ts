/** Table columns of Node. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import { none } from '../../printing/none.ts';
import type { Node } from './node.ts';

export const nodeColumns: readonly Column<Node>[] = [
  nameColumn,
  { name: 'Status', type: 'string', about: 'Whether it is ready and takes new pods.', cell: printStatus },
  { name: 'Roles', type: 'string', about: 'Its roles, from its labels.', cell: printRoles },
  ageColumn,
  {
    name: 'Version',
    type: 'string',
    about: 'Version of its kubelet.',
    cell: ({ status }) => status.nodeInfo.kubeletVersion,
  },
  {
    name: 'Internal-IP',
    type: 'string',
    priority: 1,
    about: 'Its first address inside the cluster.',
    cell: (node) => printAddress(node, 'InternalIP'),
  },
  {
    name: 'External-IP',
    type: 'string',
    priority: 1,
    about: 'Its first address outside the cluster.',
    cell: (node) => printAddress(node, 'ExternalIP'),
  },
  {
    name: 'OS-Image',
    type: 'string',
    priority: 1,
    about: 'Its operating system.',
    cell: ({ status }) => unknown(status.nodeInfo.osImage),
  },
  {
    name: 'Kernel-Version',
    type: 'string',
    priority: 1,
    about: 'Version of its kernel.',
    cell: ({ status }) => unknown(status.nodeInfo.kernelVersion),
  },
  {
    name: 'Container-Runtime',
    type: 'string',
    priority: 1,
    about: 'Its container runtime and the version.',
    cell: ({ status }) => unknown(status.nodeInfo.containerRuntimeVersion),
  },
];

function printStatus({ spec, status }: Node): string {
  // Of several conditions of one type the last one counts.
  const ready = status.conditions?.findLast(({ type }) => type === 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'];
  if (spec.unschedulable === true) words.push('SchedulingDisabled');
  return words.join(',');
}

const rolePrefix = 'node-role.kubernetes.io/';
const roleLabel = 'kubernetes.io/role';

function printRoles({ metadata }: Node): string {
  const roles = Object.entries(metadata.labels ?? {}).map(([key, value]) => {
    if (key.startsWith(rolePrefix)) return key.slice(rolePrefix.length);
    return key === roleLabel ? value : '';
  });
  return none([...new Set(roles.filter((role) => role !== ''))].sort().join(','));
}

function printAddress({ status }: Node, type: string): string {
  return none(status.addresses?.find((address) => address.type === type)?.address);
}

function unknown(text: string): string {
  return text === '' ? '<unknown>' : text;
}
