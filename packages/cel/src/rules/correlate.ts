/** Finds the old item of each item of a list of type `map`, by its keys. Items of other lists have no identity. */
import { isJsonNumber, numberText } from '@keelson/schema';
import type { StructuralSchema } from '@keelson/schema';

export type FindOld = (item: unknown) => unknown;

const findNothing: FindOld = () => undefined;

export function correlateItems(schema: StructuralSchema, old: unknown): FindOld {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (schema['x-kubernetes-list-type'] !== 'map' || keys.length === 0 || !Array.isArray(old)) return findNothing;
  let items: Map<string, unknown> | undefined;
  return (item) => {
    const name = nameItem(item, keys);
    return name === undefined ? undefined : (items ??= indexItems(old, keys)).get(name);
  };
}

/** Items that share their keys are left out: nothing tells which of them is meant. */
function indexItems(list: readonly unknown[], keys: readonly string[]): Map<string, unknown> {
  const items = new Map<string, unknown>();
  for (const item of list) {
    const name = nameItem(item, keys);
    if (name !== undefined) items.set(name, items.has(name) ? undefined : item);
  }
  return items;
}

function nameItem(item: unknown, keys: readonly string[]): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  let name = '';
  for (const key of keys) {
    const part = Object.hasOwn(item, key) ? nameScalar((item as Readonly<Record<string, unknown>>)[key]) : undefined;
    if (part === undefined) return undefined;
    name += `${part},`;
  }
  return name;
}

function nameScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  return isJsonNumber(value) ? numberText(value) : undefined;
}
