/** Validation rules of custom resources, in CEL. */
export { checkRules, checkRulesInTurns } from './rules/check-rules.ts';
export { compileRules, type RuleChecker, type RuleSubject } from './rules/compile-rules.ts';
export { createRuleBudget, type RuleBudget } from './rules/limits.ts';
