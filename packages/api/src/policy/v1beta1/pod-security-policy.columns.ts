/** Table columns of PodSecurityPolicy. */
import type { Column } from '@keelson/schema';

import { nameColumn } from '../../printing/columns.ts';
import type { PodSecurityPolicy } from './pod-security-policy.ts';

export const podSecurityPolicyColumns: readonly Column<PodSecurityPolicy>[] = [
  nameColumn,
  {
    name: 'Priv',
    type: 'string',
    about: 'Whether privileged containers are allowed.',
    cell: ({ spec }) => String(spec.privileged ?? false),
  },
  {
    name: 'Caps',
    type: 'string',
    about: 'Capabilities containers may request.',
    cell: ({ spec }) => (spec.allowedCapabilities ?? []).join(','),
  },
  { name: 'SELinux', type: 'string', about: 'How labels are chosen.', cell: ({ spec }) => spec.seLinux.rule },
  { name: 'RunAsUser', type: 'string', about: 'How user ids are chosen.', cell: ({ spec }) => spec.runAsUser.rule },
  {
    name: 'FsGroup',
    type: 'string',
    about: 'How the group of volumes is chosen.',
    cell: ({ spec }) => spec.fsGroup.rule ?? '',
  },
  {
    name: 'SupGroup',
    type: 'string',
    about: 'How supplemental groups are chosen.',
    cell: ({ spec }) => spec.supplementalGroups.rule ?? '',
  },
  {
    name: 'ReadOnlyRootFs',
    type: 'string',
    about: 'Whether containers need a read-only root filesystem.',
    cell: ({ spec }) => spec.readOnlyRootFilesystem ?? false,
  },
  {
    name: 'Volumes',
    type: 'string',
    about: 'Volume types allowed.',
    cell: ({ spec }) => (spec.volumes ?? []).join(','),
  },
];
