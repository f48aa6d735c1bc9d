/** Retired API version rbac.authorization.{domain}/v1alpha1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { clusterRoleBindings } from '../../../rbac/v1/cluster-role-binding.resource.ts';
import { clusterRoles } from '../../../rbac/v1/cluster-role.resource.ts';
import { roleBindings } from '../../../rbac/v1/role-binding.resource.ts';
import { roles } from '../../../rbac/v1/role.resource.ts';
import { retire } from '../../retire.ts';
import { bindingConversion } from './role-binding.conversion.ts';
import { ClusterRoleBinding, RoleBinding } from './role-binding.ts';
import { ClusterRole, Role } from './role.ts';

const version = { group: 'rbac.authorization.{domain}', version: 'v1alpha1' } as const;

export const rbacV1alpha1: ApiVersion = {
  ...version,
  resources: [
    retire(clusterRoleBindings, { ...version, message: ClusterRoleBinding, conversion: bindingConversion }),
    retire(clusterRoles, { ...version, message: ClusterRole }),
    retire(roleBindings, { ...version, message: RoleBinding, conversion: bindingConversion }),
    retire(roles, { ...version, message: Role }),
  ],
  kinds: [],
};
