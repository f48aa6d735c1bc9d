/** Resource declaration of RoleBinding in rbac.authorization.{domain}/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { RoleBinding, RoleBindingList } from './role-binding.ts';
import { bindingColumns } from './binding.columns.ts';
import { bindingRules } from './binding.rules.ts';
import { roleBindingHooks } from './role-binding.rules.ts';

export const roleBindings = resource({
  group: 'rbac.authorization.{domain}',
  version: 'v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  singular: 'rolebinding',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: RoleBinding,
  list: RoleBindingList,
  storage: { kind: 'stored', group: 'rbac.authorization.{domain}', version: 'v1', prefix: 'rolebindings' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  purpose: { kind: 'roleBinding' },
  actsAtOnce: true,
  columns: bindingColumns,
  metadataChecks: { ofUpdate: ['whole', 'whole', 'changed'] },
  nameRule: pathSegmentNameRule,
  hooks: roleBindingHooks,
  rules: bindingRules,
  about: 'Grants a Role or ClusterRole to subjects within one namespace.',
});
