/** How rbac.authorization.{domain}/v1 serves ClusterRoleBinding objects. */
import { allVerbs, resource } from '@keelson/schema';

import { ClusterRoleBinding, ClusterRoleBindingList } from './cluster-role-binding.ts';

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
  storage: { group: 'rbac.authorization.{domain}', version: 'v1' },
  storagePrefix: 'clusterrolebindings',
  allowsUnconditionalUpdate: true,
  canCreateOnUpdate: true,
  about: 'Grants a ClusterRole to subjects across the whole cluster.',
});
