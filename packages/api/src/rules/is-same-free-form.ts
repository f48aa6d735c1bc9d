/** Equality of two free-form values, of which nothing is known: null, an empty list and an empty map say something. */
import { ExactNumber } from '@keelson/schema';

export function isSameFreeForm(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof ExactNumber || b instanceof ExactNumber) {
    return a instanceof ExactNumber && b instanceof ExactNumber && a.text === b.text;
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && isSameFreeForm(value, right.get(key)))
  );
}
