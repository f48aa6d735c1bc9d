/**
 * The defaults in a schema of a custom resource, each against the schema that it is the default of. Whether the schema
 * itself makes sense is not checked here.
 */
import type { Issue } from '../../language/report.ts';
import { joinPath } from '../join-path.ts';
import { forbiddenIssue } from '../issue.ts';
import { checkValue, isSchemaObject, type ValidationBudget } from './check-value.ts';
import { toPlainNumbers } from './plain-numbers.ts';

/** Enough for two thousand fields with a default and a pattern each; bounds the check to a tenth of a second. */
const mostSteps = 100_000;
/** More is of no use to anybody. */
const mostIssues = 100;

type Words = Readonly<Record<string, unknown>>;

interface Part {
  readonly schema: unknown;
  readonly at: string;
}

/** For all schemas of one definition. */
export function createDefaultsBudget(): ValidationBudget {
  return { left: mostSteps };
}

/** `at` is where the schema is in the object that is reported on. */
export function checkDefaults(schema: unknown, at: string, budget: ValidationBudget): Issue[] {
  const issues: Issue[] = [];
  const open: Part[] = [{ schema, at }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isSchemaObject(next.schema)) continue;
    const { default: value, ...words } = next.schema;
    if (--budget.left >= 0 && value !== undefined && value !== null) {
      const found = checkValue(words, toPlainNumbers(value), joinPath(next.at, 'default'), budget);
      issues.push(...found.slice(0, mostIssues - issues.length));
    }
    if (budget.left < 0) return [...issues, forbiddenIssue(at, 'has more defaults than can be checked')];
    for (const part of partsOf(words, next.at)) open.push(part);
  }
  return issues;
}

/** Where defaults may be, the last one first. */
function partsOf({ properties, items, additionalProperties }: Words, at: string): Part[] {
  const named = isSchemaObject(properties) ? Object.entries(properties) : [];
  return [
    { schema: additionalProperties, at: joinPath(at, 'additionalProperties') },
    { schema: items, at: joinPath(at, 'items') },
    ...named.map(([key, schema]) => ({ schema, at: joinPath(at, `properties[${key}]`) })).reverse(),
  ];
}
