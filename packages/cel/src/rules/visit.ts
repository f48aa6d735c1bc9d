/** A value that has rules at or below it, with the value before, and its place in the object. */
import { correlateItems } from './correlate.ts';
import type { RuleNode } from './rule-node.ts';

export interface Visit {
  readonly node: RuleNode;
  readonly value: unknown;
  /** `undefined` if there is none, or none that is known to be the same. */
  readonly old: unknown;
  readonly parent: Visit | undefined;
  /** In the notation of paths, with the dot or the brackets. */
  readonly key: string | number;
}

/** Made for an issue alone: a valid object costs no paths. */
export function pathOf(visit: Visit, at: string): string {
  const parts: string[] = [];
  let found = visit;
  while (found.parent !== undefined) {
    const { key } = found;
    const isProperty = typeof key === 'string' && found.parent.node.values === undefined;
    parts.push(isProperty ? `.${key}` : `[${key}]`);
    found = found.parent;
  }
  const path = parts.reverse().join('');
  return at === '' && path.startsWith('.') ? path.slice(1) : `${at}${path}`;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The parts of a value that have rules. */
export function* visitParts(parent: Visit): Generator<Visit, undefined> {
  const { node, value, old } = parent;
  if (isList(value)) {
    const { items } = node;
    if (items === undefined) return;
    const findOld = correlateItems(node.schema, items.hasTransitions() ? old : undefined);
    for (const [key, item] of value.entries()) yield { node: items, value: item, old: findOld(item), parent, key };
    return;
  }
  if (!isObject(value)) return;
  const before = isObject(old) ? old : {};
  const { values } = node;
  if (values !== undefined) {
    for (const key in value) yield { node: values, value: value[key], old: ownOf(before, key), parent, key };
  }
  for (const [key, part] of node.properties) {
    if (Object.hasOwn(value, key)) yield { node: part, value: value[key], old: ownOf(before, key), parent, key };
  }
}

function ownOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
