/** A label requirement: its validation, evaluation and printed form. */
import { createReport, listIssues, stringsValue } from '@keelson/schema';
import { labelValue, qualifiedName } from '../names/qualified-name.ts';

export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'gt' | 'lt' | 'exists' | '!';

export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, each once. */
  readonly values: readonly string[];
  readonly hasValue: (value: string) => boolean;
}

export type Labels = Readonly<Record<string, string>>;

export type RequirementResult =
  { readonly ok: true; readonly requirement: LabelRequirement } | { readonly ok: false; readonly problem: string };

export function makeLabelRequirement(
  key: string,
  operator: LabelOperator,
  values: Iterable<string> = [],
): RequirementResult {
  const set = new Set(values);
  const requirement = { key, operator, values: [...set].sort(), hasValue: (value: string) => set.has(value) };
  const problem = findProblem(requirement);
  return problem === undefined ? { ok: true, requirement } : { ok: false, problem };
}

export function findKeyProblem(key: string, path: string): string | undefined {
  const problems = qualifiedName.check(key);
  if (problems.length === 0) return undefined;
  const report = createReport();
  report.invalid(path, key, problems.join('; '));
  return listIssues(report.issues);
}

function findProblem({ key, operator, values }: LabelRequirement): string | undefined {
  const report = createReport();
  const keyProblems = qualifiedName.check(key);
  if (keyProblems.length > 0) report.invalid('key', key, keyProblems.join('; '));
  const countProblem = findCountProblem(operator, values.length);
  if (countProblem !== undefined) report.invalid('values', stringsValue(values), countProblem);
  values.forEach((value, index) => {
    if ((operator === 'gt' || operator === 'lt') && parseNumber(value) === undefined) {
      report.invalid(`values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer");
    }
    const problems = labelValue.check(value);
    if (problems.length > 0) report.invalid(`values[${index}][${key}]`, value, problems.join('; '));
  });
  return report.issues.length === 0 ? undefined : listIssues(report.issues);
}

function findCountProblem(operator: LabelOperator, count: number): string | undefined {
  switch (operator) {
    case 'in':
    case 'notin':
      return count > 0 ? undefined : "for 'in', 'notin' operators, values set can't be empty";
    case '=':
    case '==':
    case '!=':
      return count === 1 ? undefined : 'exact-match compatibility requires one single value';
    case 'gt':
    case 'lt':
      return count === 1 ? undefined : "for 'Gt', 'Lt' operators, exactly one value is required";
    case 'exists':
    case '!':
      return count === 0 ? undefined : 'values set must be empty for exists and does not exist';
  }
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

function parseNumber(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,64}$/.test(text)) return undefined;
  const number = BigInt(text.replace(/^\+/, ''));
  return number >= int64.min && number <= int64.max ? number : undefined;
}

/** A label that is not there meets `!`, `!=` and `notin`. */
export function meetsLabelRequirement(requirement: LabelRequirement, labels: Labels): boolean {
  const { key, operator, values, hasValue } = requirement;
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case 'in':
    case '=':
    case '==':
      return value !== undefined && hasValue(value);
    case 'notin':
    case '!=':
      return value === undefined || !hasValue(value);
    case 'gt':
    case 'lt':
      return value !== undefined && compareNumbers(value, operator, values[0] ?? '');
  }
}

function compareNumbers(text: string, operator: 'gt' | 'lt', limitText: string): boolean {
  const [number, limit] = [parseNumber(text), parseNumber(limitText)];
  if (number === undefined || limit === undefined) return false;
  return operator === 'gt' ? number > limit : number < limit;
}

export function printLabelRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`;
    case '=':
    case '==':
    case '!=':
      return `${key}${operator}${values.join(',')}`;
    case 'gt':
      return `${key}>${values.join(',')}`;
    case 'lt':
      return `${key}<${values.join(',')}`;
  }
}
