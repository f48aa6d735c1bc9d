/** Compares two JSON values, regardless of the order of keys. */
import { isJsonNumber, numberText } from '@keelson/schema';

export function isSemanticallyEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isJsonNumber(a) || isJsonNumber(b)) return isJsonNumber(a) && isJsonNumber(b) && numberText(a) === numberText(b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSemanticallyEqual(item, b[at]));
  return isFields(a) && isFields(b) && haveEqualFields(a, b);
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function haveEqualFields(a: Fields, b: Fields): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSemanticallyEqual(a[key], b[key]))
  );
}
