/** Numbers kept exactly as plain ones, which is all a schema compares. Loops, for values may be nested deeply. */
import { ExactNumber } from '../../json/exact-number.ts';

/** The value itself when it holds no such number, else a copy. */
export function toPlainNumbers(value: unknown): unknown {
  return holdsExactNumbers(value) ? copyPlain(value) : value;
}

function isExact(value: unknown): value is bigint | ExactNumber {
  return typeof value === 'bigint' || value instanceof ExactNumber;
}

function holdsExactNumbers(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (isExact(next)) return true;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) rest.push(inner);
  }
  return false;
}

function copyPlain(value: unknown): unknown {
  const whole = { value };
  const copies: object[] = [whole];
  for (let copy = copies.pop(); copy !== undefined; copy = copies.pop()) {
    for (const [key, inner] of Object.entries(copy) as [string, unknown][]) {
      const plain = shallowPlain(inner);
      if (typeof plain === 'object' && plain !== null) copies.push(plain);
      // Defined, not assigned, so that a key named `__proto__` stays a key.
      if (plain !== inner) Object.defineProperty(copy, key, { value: plain });
    }
  }
  return whole.value;
}

function shallowPlain(value: unknown): unknown {
  if (isExact(value)) return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [...(value as unknown[])] : Object.fromEntries(Object.entries(value));
}
