/** Retired API version rbac.authorization.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { clusterRoleBindings } from '../../../rbac/v1/cluster-role-binding.resource.ts';
import { clusterRoles } from '../../../rbac/v1/cluster-role.resource.ts';
import { roleBindings } from '../../../rbac/v1/role-binding.resource.ts';
import { roles } from '../../../rbac/v1/role.resource.ts';
import { retireAll } from '../../retire.ts';

const version = { group: 'rbac.authorization.{domain}', version: 'v1beta1' } as const;

export const rbacV1beta1: ApiVersion = {
  ...version,
  resources: retireAll([clusterRoleBindings, clusterRoles, roleBindings, roles], version),
  kinds: [],
};
