/** Resource declaration of ClusterRoleBinding in rbac.authorization.{domain}/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { ClusterRoleBinding, ClusterRoleBindingList } from './cluster-role-binding.ts';
import { bindingColumns } from './binding.columns.ts';
import { bindingRules } from './binding.rules.ts';
import { clusterRoleBindingHooks } from './cluster-role-binding.rules.ts';

export const clusterRoleBindings = resource({
  group: 'rbac.authorization.{domain}',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  singular: 'clusterrolebinding',
  scope: 'Cluster',
  verbs: allVerbs,
  message: ClusterRoleBinding,
  list: ClusterRoleBindingList,
  storage: { kind: 'stored', group: 'rbac.authorization.{domain}', version: 'v1', prefix: 'clusterrolebindings' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  purpose: { kind: 'roleBinding' },
  actsAtOnce: true,
  columns: bindingColumns,
  metadataChecks: { ofUpdate: ['whole', 'whole', 'changed'] },
  nameRule: pathSegmentNameRule,
  hooks: clusterRoleBindingHooks,
  rules: bindingRules,
  about: 'Grants a ClusterRole to subjects across the whole cluster.',
});
