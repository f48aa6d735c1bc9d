/** RoleBinding: grants a Role or ClusterRole to subjects within one namespace. */
import { field, kind, list, required, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { defaultBindingGroups } from './binding.defaults.ts';
import { RoleRef, Subject } from './role-ref.ts';

export const RoleBinding = kind(
  'io.k8s.api.rbac.v1.RoleBinding',
  {
    metadata,
    subjects: field(2, list(Subject), { about: 'Users, groups and service accounts that receive the role.' }),
    roleRef: required(3, RoleRef, {
      about: 'A Role in this namespace or a ClusterRole; cannot be changed after creation.',
    }),
  },
  { about: 'Grants a Role or ClusterRole to subjects within one namespace.', applyDefaults: defaultBindingGroups },
);
export type RoleBinding = TypeOf<typeof RoleBinding>;

export const RoleBindingList = listOf(RoleBinding);
export type RoleBindingList = TypeOf<typeof RoleBindingList>;
