/** API version rbac.authorization.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { clusterRoleBindings } from './cluster-role-binding.resource.ts';
import { clusterRoles } from './cluster-role.resource.ts';
import { roleBindings } from './role-binding.resource.ts';
import { roles } from './role.resource.ts';

export const rbacV1: ApiVersion = {
  group: 'rbac.authorization.{domain}',
  version: 'v1',
  resources: [clusterRoleBindings, clusterRoles, roleBindings, roles],
  kinds: [],
};
