/** JSON text that is the same for equal values, whatever the order of their keys. */
import { stringifyJson, type JsonValue } from '@keelson/schema';

const known = new WeakMap<object, string>();

/** Remembered for as long as the value lives: it must not be changed. */
export function canonicalJson(value: object): string {
  let text = known.get(value);
  if (text === undefined) known.set(value, (text = stringifyJson(inOrder(value) as JsonValue)));
  return text;
}

/** A copy with its keys in order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return Object.fromEntries(keys.sort().map((key) => [key, inOrder(value[key])]));
}

/** Exact numbers are objects, too, and stay as they are. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
