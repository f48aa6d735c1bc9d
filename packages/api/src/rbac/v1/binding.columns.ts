/** Table columns of RoleBinding and ClusterRoleBinding. */
import type { Column } from '@keelson/schema';

import { ageColumn, nameColumn } from '../../printing/columns.ts';
import type { RoleBinding } from './role-binding.ts';
import type { Subject } from './role-ref.ts';

export const bindingColumns: readonly Column<Pick<RoleBinding, 'metadata' | 'roleRef' | 'subjects'>>[] = [
  nameColumn,
  {
    name: 'Role',
    type: 'string',
    about: 'Kind and name of the role that is granted.',
    cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  },
  ageColumn,
  {
    name: 'Users',
    type: 'string',
    priority: 1,
    about: 'Users who receive it.',
    cell: ({ subjects }) => listSubjects(subjects, 'User', ({ name }) => name),
  },
  {
    name: 'Groups',
    type: 'string',
    priority: 1,
    about: 'Groups that receive it.',
    cell: ({ subjects }) => listSubjects(subjects, 'Group', ({ name }) => name),
  },
  {
    name: 'ServiceAccounts',
    type: 'string',
    priority: 1,
    about: 'Service accounts that receive it, each after its namespace.',
    cell: ({ subjects }) =>
      listSubjects(subjects, 'ServiceAccount', ({ name, namespace = '' }) => `${namespace}/${name}`),
  },
];

function listSubjects(subjects: readonly Subject[] = [], kind: string, print: (subject: Subject) => string): string {
  return subjects
    .filter((subject) => subject.kind === kind)
    .map(print)
    .join(', ');
}
