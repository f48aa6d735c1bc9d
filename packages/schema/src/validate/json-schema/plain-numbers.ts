/** Numbers kept exactly as plain ones, which is all a schema compares. Shares whatever holds none. */
import { ExactNumber } from '../../json/exact-number.ts';

export function toPlainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return Number(value.text);
  return Array.isArray(value) ? plainList(value) : plainObject(value as Record<string, unknown>);
}

function plainList(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  items.forEach((item, index) => {
    const plain = toPlainNumbers(item);
    if (plain !== item) (copy ??= [...items])[index] = plain;
  });
  return copy ?? items;
}

function plainObject(object: Record<string, unknown>): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const plain = toPlainNumbers(object[key]);
    if (plain === object[key]) continue;
    // Entries, so that a key named `__proto__` stays a key.
    copy ??= Object.fromEntries(Object.entries(object));
    Object.defineProperty(copy, key, { value: plain, enumerable: true, writable: true, configurable: true });
  }
  return copy ?? object;
}
