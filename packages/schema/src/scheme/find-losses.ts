/**
 * Finds content that an object loses in a conversion and back. Content may be added:
 * conversions write out what a version leaves to defaults. Null, empty text, and a
 * message of nothing but these count as no content.
 */
import { isDeepStrictEqual } from 'node:util';

interface Pair {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The paths of what was lost, in the API's notation. Any depth will do, as parts of objects may be free-form. */
export function findLosses(before: object, after: object): string[] {
  const losses: string[] = [];
  const pending: Pair[] = [{ path: '', before, after }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (!saysSomething(pair.before)) continue;
    if (hasParts(pair.before) && hasParts(pair.after)) for (const part of partsOf(pair).reverse()) pending.push(part);
    else if (!isDeepStrictEqual(pair.before, pair.after)) losses.push(pair.path);
  }
  return losses;
}

function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (!hasParts(value) || Array.isArray(value)) return true;
  const parts = Object.values(value);
  return parts.length === 0 || parts.some((part) => part !== null && part !== '');
}

/** Lists and plain objects; numbers that keep their text have none. */
function hasParts(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || isRoot(Object.getPrototypeOf(value) as object | null);
}

/** Of whatever realm, as every realm has a prototype of its own for plain objects. */
function isRoot(prototype: object | null): boolean {
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function partsOf({ path, before, after }: Pair): Pair[] {
  const found = new Map<string, unknown>(Object.entries(after as object));
  return Object.entries(before as object).map(([key, part]) => ({
    path: Array.isArray(before) ? `${path}[${key}]` : joinKey(path, key),
    before: part as unknown,
    after: found.get(key),
  }));
}

function joinKey(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
