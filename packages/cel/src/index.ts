/** Validation rules of custom resources, in CEL. */
export { checkRules } from './rules/check-rules.ts';
export { checkSchemasInTurns, type SchemaAt } from './rules/check-schemas.ts';
export { compileValidationRules, type RuleChecker, type RuleSubject } from './rules/compile-validation-rules.ts';
export { createRuleBudget, type RuleBudget } from './rules/limits.ts';
