/** The checks of lists that are sets or maps: no two items are the same. Linear in their size. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { joinPath } from '../join-path.ts';
import { duplicateIssue, invalidIssue } from '../issue.ts';
import { canonicalKey } from './enum-checks.ts';
import type { StructuralCheck, ValidationRun } from './validation-run.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const charactersInStep = 20;

export function listTypeChecks(schema: StructuralSchema): StructuralCheck[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return [(value, run) => refuseDuplicates(value as readonly unknown[], run)];
  return type === 'map' ? [(value, run) => checkMap(value as readonly unknown[], keys, run)] : [];
}

/** An item that is null is one without keys. */
function checkMap(items: readonly unknown[], names: readonly string[], run: ValidationRun): void {
  const keys: JsonObject[] = [];
  for (const [index, item] of items.entries()) {
    if (item !== null && (typeof item !== 'object' || Array.isArray(item))) {
      const detail = 'must be an object for an array of list-type map';
      run.addIssue(run.listIssues, (path) => invalidIssue(joinPath(path, `[${index}]`), item, detail));
      return;
    }
    keys.push(keysOf((item ?? {}) as JsonObject, names));
  }
  refuseDuplicates(keys, run);
}

function keysOf(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]));
}

/** Each item that is there more than once is told once. */
function refuseDuplicates(items: readonly unknown[], run: ValidationRun): void {
  const counts = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = canonicalKey(item) ?? '';
    run.budget.left -= 1 + key.length / charactersInStep;
    if (run.budget.left < 0) return;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count === 1) run.addIssue(run.listIssues, (path) => duplicateIssue(joinPath(path, `[${index}]`), item));
  }
}
