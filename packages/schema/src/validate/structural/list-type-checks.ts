/** The checks of lists that are sets or maps: no two items are the same. Linear in their size. */
import type { Issue } from '../../language/report.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { joinPath } from '../join-path.ts';
import { freeFormValue } from '../../printed/free-form-value.ts';
import { duplicateIssue, invalidIssue } from '../issue.ts';
import { canonicalKey } from './enum-checks.ts';
import type { StructuralCheck, ValidationRun } from './validation-run.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const charactersInStep = 20;

export function listTypeChecks(schema: StructuralSchema): StructuralCheck[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return [(value, run) => refuseDuplicates(value as readonly unknown[], run, ofItems)];
  return type === 'map' ? [(value, run) => checkMap(value as readonly unknown[], keys, run)] : [];
}

type KeyOf = (item: unknown) => unknown;

/** An item that is null is one without keys. */
function checkMap(items: readonly unknown[], names: readonly string[], run: ValidationRun): void {
  for (const [index, item] of items.entries()) {
    if (item === null || (typeof item === 'object' && !Array.isArray(item))) continue;
    const detail = 'must be an object for an array of list-type map';
    addIssue(run, (path) => invalidIssue(joinPath(path, `[${index}]`), item, detail));
    return;
  }
  refuseDuplicates(items, run, { toKey: keyByNames(names), toTold: (item) => keysOf(item, names) });
}

function keyByNames(names: readonly string[]): KeyOf {
  const [first = '', ...others] = names;
  if (others.length === 0) return (item) => ofItems.toKey(ownValue(item, first));
  return (item) => {
    let key = '';
    for (const name of names) key += `${canonicalKey(ownValue(item, name)) ?? ''},`;
    return key;
  };
}

function ownValue(item: unknown, name: string): unknown {
  return item !== null && Object.hasOwn(item as JsonObject, name) ? (item as JsonObject)[name] : undefined;
}

function keysOf(item: unknown, names: readonly string[]): JsonObject {
  const keys = names.map((name) => [name, ownValue(item, name)] as const);
  return Object.fromEntries(keys.filter(([, value]) => value !== undefined));
}

interface Telling {
  readonly toKey: KeyOf;
  /** The value that is told of a duplicate. */
  readonly toTold: (item: unknown) => unknown;
}

/** Texts stand in quotation marks, so that they differ from all other values. */
const ofItems: Telling = {
  toKey: (item) => (typeof item === 'number' || typeof item === 'boolean' ? item : canonicalKey(item)),
  toTold: (item) => item,
};

/** Each item that is there more than once is told once. */
function refuseDuplicates(items: readonly unknown[], run: ValidationRun, { toKey, toTold }: Telling): void {
  const seen = new Set<unknown>();
  const told = new Set<unknown>();
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const key = toKey(item);
    run.budget.left -= 2 + (typeof key === 'string' ? key.length : 0) / charactersInStep;
    if (run.budget.left < 0) return;
    if (!seen.has(key)) seen.add(key);
    else if (!told.has(key)) {
      told.add(key);
      addIssue(run, (path) => duplicateIssue(joinPath(path, `[${index}]`), freeFormValue(toTold(item))));
    }
  }
}

/** A list may have become a set or a map after objects were stored. */
function addIssue(run: ValidationRun, make: (path: string) => Issue): void {
  run.addIssue(run.listIssues, (path) => ({ ...make(path), isRatcheted: true }));
}
