/** Validation rules of custom resources, in CEL. */
export { checkRules } from './rules/check-rules.ts';
export { checkSchemasInTurns, type SchemaAt } from './rules/check-schemas.ts';
export { compileRules, type RuleChecker, type RuleSubject } from './rules/compile-rules.ts';
export { createRuleBudget, type RuleBudget } from './rules/limits.ts';
