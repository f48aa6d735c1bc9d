/** Resource declaration of ClusterRole in rbac.authorization.{domain}/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { ClusterRole, ClusterRoleList } from './cluster-role.ts';
import { clusterRoleHooks, clusterRoleRules } from './cluster-role.rules.ts';

export const clusterRoles = resource({
  group: 'rbac.authorization.{domain}',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  singular: 'clusterrole',
  scope: 'Cluster',
  verbs: allVerbs,
  message: ClusterRole,
  list: ClusterRoleList,
  storage: { kind: 'stored', group: 'rbac.authorization.{domain}', version: 'v1', prefix: 'clusterroles' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  purpose: { kind: 'role' },
  actsAtOnce: true,
  metadataChecks: { ofUpdate: ['whole', 'whole', 'changed'] },
  nameRule: pathSegmentNameRule,
  hooks: clusterRoleHooks,
  rules: clusterRoleRules,
  about: 'A cluster-wide set of permissions that bindings refer to as a unit.',
});
