/**
 * Semantic equality of two values in canonical form. Law: absent, an empty list and an empty map are equal, as none of
 * them survives encoding.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (Array.isArray(a)) return Array.isArray(b) && areSameItems(a, b);
  return isMap(a) && isMap(b) && areSameEntries(a, b);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areSameEntries(a: object, b: object): boolean {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (!isSame(own(a, key), own(b, key))) return false;
  }
  return true;
}

function areSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}
