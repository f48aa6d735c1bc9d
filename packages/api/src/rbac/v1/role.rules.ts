/** The rules for Roles. */
import type { ResourceHooks } from '@keelson/schema';

import { policyRuleRules, validatePolicyRules } from './policy-rule.rules.ts';
import type { Role } from './role.ts';

export const roleRules = [...policyRuleRules, 'Rules are for resources, never for non-resource URLs.'];

export const roleHooks: ResourceHooks<Role> = {
  validateCreate: (role, report) => validatePolicyRules(role.rules, true, report),
  validateUpdate(role, _old, report) {
    // Twice, as clients of the API see it.
    validatePolicyRules(role.rules, true, report);
    validatePolicyRules(role.rules, true, report);
  },
};
