/**
 * Reads the shape of a configuration piece by piece and collects what is wrong with
 * it. It shows paths and names of fields, and never a value: any could be a secret.
 */
import type { ConfigurationIssue } from './configuration.ts';

export interface IssueList {
  readonly issues: readonly ConfigurationIssue[];
  add(path: string, message: string): void;
}

export function createIssueList(): IssueList {
  const issues: ConfigurationIssue[] = [];
  return { issues, add: (path, message) => void issues.push({ path, message }) };
}

/** The fields of a map by their names; other names than these are issues. */
export function readFields(
  value: unknown,
  path: string,
  known: readonly string[],
  list: IssueList,
): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    list.add(path, `has to be a map${known.length === 0 ? ', and an empty one' : ` with ${known.join(', ')}`}`);
    return undefined;
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of fields.keys()) {
    if (known.includes(name)) continue;
    // A secret in the wrong place is no word.
    const shown = /^[A-Za-z]\w{0,19}$/.test(name) ? `a field "${name}"` : 'a field with a name that is not known here';
    const allowed = known.length === 0 ? 'it has none' : `known are ${known.join(', ')}`;
    list.add(path, `has ${shown}: ${allowed}`);
  }
  return fields;
}

/** The items of a list that has at least one. */
export function readItems(value: unknown, path: string, what: string, list: IssueList): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value as readonly unknown[];
  list.add(path, `has to be a list of at least one ${what}`);
  return [];
}

export function readText(value: unknown, path: string, list: IssueList): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  list.add(path, value === undefined || value === '' ? 'is required' : 'has to be a text: put it in quotes');
  return undefined;
}
