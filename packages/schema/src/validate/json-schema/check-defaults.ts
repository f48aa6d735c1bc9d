/**
 * The defaults in a schema of a custom resource, each against the schema that it is the default of. Whether the schema
 * itself makes sense is not checked here.
 */
import type { Issue } from '../../language/report.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { joinPath } from '../join-path.ts';
import { forbiddenIssue } from '../issue.ts';
import { validateDefault } from '../structural/validate-structural.ts';
import type { ValidationBudget } from '../structural/validation-run.ts';

/** Enough for two thousand fields with a default and a pattern each; bounds the check to a tenth of a second. */
const mostSteps = 4_000_000;
const stepsForPart = 20;
/** More is of no use to anybody. */
const mostIssues = 100;

interface Part {
  readonly schema: unknown;
  readonly at: string;
}

/** For all schemas of one definition. */
export function createDefaultsBudget(): ValidationBudget {
  return { left: mostSteps };
}

export interface DefaultsCheck {
  readonly budget: ValidationBudget;
  /** Faults of metadata in a default, by the place of the schema that has it. */
  readonly metadataIssues: ReadonlyMap<string, readonly Issue[]>;
}

/** `at` is where the schema is in the object that is reported on. */
export function checkDefaults(schema: unknown, at: string, { budget, metadataIssues }: DefaultsCheck): Issue[] {
  const issues: Issue[] = [];
  const open: Part[] = [{ schema, at }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isSchema(next.schema)) continue;
    const { default: value } = next.schema;
    budget.left -= stepsForPart;
    if (budget.left >= 0 && value !== undefined && value !== null) {
      const check = { budget, metadataIssues: metadataIssues.get(next.at) ?? [] };
      const found = validateDefault(next.schema, value, joinPath(next.at, 'default'), check);
      if (budget.left >= 0) issues.push(...found.slice(0, mostIssues - issues.length));
    }
    if (budget.left < 0) return [...issues, forbiddenIssue(at, 'has more defaults than can be checked')];
    for (const part of partsOf(next.schema, next.at)) open.push(part);
  }
  return issues;
}

/** Where defaults may be, the last one first. */
function partsOf({ properties, items, additionalProperties }: StructuralSchema, at: string): Part[] {
  const named = Object.entries(properties ?? {});
  return [
    { schema: additionalProperties, at: joinPath(at, 'additionalProperties') },
    { schema: items, at: joinPath(at, 'items') },
    ...named.map(([key, schema]) => ({ schema, at: joinPath(at, `properties[${key}]`) })).reverse(),
  ];
}

function isSchema(value: unknown): value is StructuralSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
