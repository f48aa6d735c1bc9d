/** The rules for ClusterRoleBindings. */
import type { ResourceHooks } from '@keelson/schema';

import { validateBinding, validateBindingUpdate, type BindingRules } from './binding.rules.ts';
import type { ClusterRoleBinding } from './cluster-role-binding.ts';

const rules: BindingRules = { roleKinds: ['ClusterRole'], isNamespaced: false };

export const clusterRoleBindingHooks: ResourceHooks<ClusterRoleBinding> = {
  validateCreate: (binding, report) => validateBinding(binding, rules, report),
  validateUpdate: (binding, old, report) => validateBindingUpdate(binding, old, rules, report),
};
