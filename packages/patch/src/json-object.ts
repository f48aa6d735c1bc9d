/** Objects of JSON: telling them, copying them, comparing them. Keys are data, whatever they are called. */
import type { JsonValue } from '@keelson/schema';
import { isJsonNumber, numberText } from '@keelson/schema';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value of a key of the object's own. */
export function valueOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a key of an object that the caller made; `__proto__` too becomes a key. */
export function setKey(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** A copy without these keys. They are never added, since `delete` would make the copy slow to walk. */
export function without(object: JsonObject, ...keys: string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object)) if (!keys.includes(key)) setKey(copy, key, object[key]);
  return copy;
}

/** Numbers are equal when their values are, whatever they are held in; objects whatever the order of their keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return isSameNumber(a, b);
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isObject(a)) return isSameNumber(a, b);
  return isObject(b) && isSameObject(a, b);
}

/** Compares two objects without the field `key`. */
export function isEqualBut(key: string, a: JsonObject, b: JsonObject): boolean {
  return isSameObject(a, b, key);
}

function isSameObject(a: JsonObject, b: JsonObject, passedOver?: string): boolean {
  let count = 0;
  for (const key in a) {
    const value = a[key];
    if (value === undefined || key === passedOver) continue;
    if (!Object.hasOwn(b, key) || !isEqual(value, b[key])) return false;
    count += 1;
  }
  for (const key in b) if (b[key] !== undefined && key !== passedOver) count -= 1;
  return count === 0;
}

function isSameNumber(a: unknown, b: unknown): boolean {
  if (!isJsonNumber(a) || !isJsonNumber(b)) return false;
  const [left, right] = [numberText(a), numberText(b)];
  if (left === right) return true;
  const bothWhole = /^-?\d+$/.test(left) && /^-?\d+$/.test(right);
  return !bothWhole && Number(left) === Number(right);
}

/** A value that came through a parser, as the type that the readers of the schema take. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
