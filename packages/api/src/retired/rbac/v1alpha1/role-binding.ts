/** Bindings of v1alpha1: a subject names a version where it later names a group. */
import { field, kind, list, message, required, string, type TypeOf } from '@keelson/schema';

import { ClusterRoleBinding as ServedClusterBinding } from '../../../rbac/v1/cluster-role-binding.ts';
import { RoleBinding as ServedBinding } from '../../../rbac/v1/role-binding.ts';

export const Subject = message(
  'io.k8s.api.rbac.v1alpha1.Subject',
  {
    kind: required(1, string, { about: 'User, Group or ServiceAccount.' }),
    apiVersion: field(2, string, { about: 'Group and version of the subject; v1 for a ServiceAccount.' }),
    name: required(3, string, { about: 'Name of the user, group or service account; the user * means everyone.' }),
    namespace: field(4, string, { about: 'Namespace of a service account; must be empty for users and groups.' }),
  },
  { about: 'A user, group or service account that a binding applies to.' },
);
export type Subject = TypeOf<typeof Subject>;

const subjects = field(2, list(Subject), { about: 'Users, groups and service accounts that receive the role.' });

export const RoleBinding = kind(
  'io.k8s.api.rbac.v1alpha1.RoleBinding',
  { ...ServedBinding.fields, subjects },
  { about: 'Grants a Role or ClusterRole to subjects within one namespace.' },
);
export type RoleBinding = TypeOf<typeof RoleBinding>;

export const ClusterRoleBinding = kind(
  'io.k8s.api.rbac.v1alpha1.ClusterRoleBinding',
  { ...ServedClusterBinding.fields, subjects },
  { about: 'Grants a ClusterRole to subjects across the whole cluster.' },
);
export type ClusterRoleBinding = TypeOf<typeof ClusterRoleBinding>;
