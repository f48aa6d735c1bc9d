/** Resource declaration of Role in rbac.authorization.{domain}/v1. */
import { pathSegmentNameRule } from '@keelson/meta';
import { allVerbs, resource } from '@keelson/schema';

import { Role, RoleList } from './role.ts';
import { roleHooks, roleRules } from './role.rules.ts';

export const roles = resource({
  group: 'rbac.authorization.{domain}',
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  singular: 'role',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Role,
  list: RoleList,
  storage: { kind: 'stored', group: 'rbac.authorization.{domain}', version: 'v1', prefix: 'roles' },
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  purpose: { kind: 'role' },
  actsAtOnce: true,
  metadataChecks: { ofUpdate: ['whole', 'whole', 'changed'] },
  nameRule: pathSegmentNameRule,
  hooks: roleHooks,
  rules: roleRules,
  about: 'A set of permissions within one namespace.',
});
