/** How rbac.authorization.{domain}/v1 serves RoleBinding objects. */
import { allVerbs, resource } from '@keelson/schema';

import { RoleBinding, RoleBindingList } from './role-binding.ts';

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
  storage: { group: 'rbac.authorization.{domain}', version: 'v1' },
  storagePrefix: 'rolebindings',
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  about: 'Grants a Role or ClusterRole to subjects within one namespace.',
});
