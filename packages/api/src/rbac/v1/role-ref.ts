/** RoleRef and Subject: the granted role and its holders. */
import { field, message, required, string, type TypeOf } from '@keelson/schema';

export const RoleRef = message(
  'io.k8s.api.rbac.v1.RoleRef',
  {
    apiGroup: required(1, string, { about: 'API group of the role.' }),
    kind: required(2, string, { about: 'Role or ClusterRole.' }),
    name: required(3, string, { about: 'Name of the role.' }),
  },
  { about: 'Points to the role that a binding grants.', structType: 'atomic' },
);
export type RoleRef = TypeOf<typeof RoleRef>;

export const Subject = message(
  'io.k8s.api.rbac.v1.Subject',
  {
    kind: required(1, string, { about: 'User, Group or ServiceAccount.' }),
    apiGroup: field(2, string, {
      about: 'API group of the subject; empty for ServiceAccount, else defaults to the RBAC group.',
    }),
    name: required(3, string, { about: 'Name of the user, group or service account.' }),
    namespace: field(4, string, { about: 'Namespace of a service account; must be empty for users and groups.' }),
  },
  { about: 'A user, group or service account that a binding applies to.', structType: 'atomic' },
);
export type Subject = TypeOf<typeof Subject>;
