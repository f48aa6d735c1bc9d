/** Validates values against structural schemas, in the API's wording and order. */
import { forbiddenIssue } from '../issue.ts';
import { joinPath } from '../join-path.ts';
import type { Issue } from '../../language/report.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { checksOf } from './checks-of.ts';
import type { SchemaFault } from './schema-fault.ts';
import { ValidationRun, type ValidationBudget } from './validation-run.ts';
import { wordFault } from './word-fault.ts';

/** Enough for every value of the largest object; bounds one validation to a twentieth of a second. */
const mostSteps = 1_000_000;

/** Returns no issues when `value` is valid. `at` is where it is in what is reported on; empty when it is the whole. */
export function validateStructural(schema: StructuralSchema, value: unknown, at = ''): Issue[] {
  const budget = { left: mostSteps };
  const issues = validateWithin(schema, value, at, budget);
  return budget.left < 0 ? [forbiddenIssue(at, 'takes too long to validate')] : issues;
}

/** The same, as long as the budget lasts: what is found after that is incomplete. */
function validateWithin(schema: StructuralSchema, value: unknown, at: string, budget: ValidationBudget): Issue[] {
  const run = new ValidationRun(budget, checksOf);
  run.visit(schema, value);
  const { faults, embeddedIssues, listIssues } = run;
  if (faults.length === 0 && embeddedIssues.length === 0 && listIssues.length === 0) return [];
  const others = [...embeddedIssues, ...listIssues].map((issue) => ({ ...issue, path: joinPath(at, issue.path) }));
  return [...wordFaults(faults, at), ...others];
}

/**
 * Of a default: the schema is asked only if all objects within the value have proper type and metadata, which is not
 * checked here but for what `metadataIssues` tells. Lists that are sets or maps are not looked at before there are
 * objects.
 */
export function validateDefault(
  schema: StructuralSchema,
  value: unknown,
  at: string,
  { budget, metadataIssues }: { budget: ValidationBudget; metadataIssues: readonly Issue[] },
): Issue[] {
  const run = new ValidationRun(budget, checksOf);
  run.visit(schema, value);
  const embedded = run.embeddedIssues.map((issue) => ({ ...issue, path: joinPath(at, issue.path) }));
  const issues = [...embedded, ...metadataIssues];
  return issues.length > 0 ? issues : wordFaults(run.faults, at);
}

/** More characters than a report holds are not worth their words. */
const mostCharacters = 128 * 1024;

function wordFaults(faults: readonly SchemaFault[], at: string): Issue[] {
  const issues: Issue[] = [];
  let characters = 0;
  for (const fault of faults) {
    if (characters > mostCharacters) break;
    const issue = wordFault(fault, at);
    characters += issue.path.length + issue.message.length;
    issues.push(issue);
  }
  return issues;
}
