/** ClusterRoleBinding: grants a ClusterRole to subjects across the whole cluster. */
import { field, kind, list, required, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { defaultBindingGroups } from './binding.defaults.ts';
import { RoleRef, Subject } from './role-ref.ts';

export const ClusterRoleBinding = kind(
  'io.k8s.api.rbac.v1.ClusterRoleBinding',
  {
    metadata,
    subjects: field(2, list(Subject), { about: 'Users, groups and service accounts that receive the role.' }),
    roleRef: required(3, RoleRef, { about: 'The ClusterRole granted; cannot be changed after creation.' }),
  },
  { about: 'Grants a ClusterRole to subjects across the whole cluster.', applyDefaults: defaultBindingGroups },
);
export type ClusterRoleBinding = TypeOf<typeof ClusterRoleBinding>;

export const ClusterRoleBindingList = listOf(ClusterRoleBinding);
export type ClusterRoleBindingList = TypeOf<typeof ClusterRoleBindingList>;
