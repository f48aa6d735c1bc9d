/** The rules for RoleBindings. */
import type { ResourceHooks } from '@keelson/schema';

import { validateBinding, validateBindingUpdate, type BindingRules } from './binding.rules.ts';
import type { RoleBinding } from './role-binding.ts';

const rules: BindingRules = { roleKinds: ['Role', 'ClusterRole'], isNamespaced: true };

export const roleBindingHooks: ResourceHooks<RoleBinding> = {
  validateCreate: (binding, report) => validateBinding(binding, rules, report),
  validateUpdate: (binding, old, report) => validateBindingUpdate(binding, old, rules, report),
};
