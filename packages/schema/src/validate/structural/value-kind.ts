/** The kinds of JSON values that schemas tell apart, as indexes of tables. */
import { ExactNumber } from '../../formats/exact-number.ts';

export const valueKind = { null: 0, boolean: 1, string: 2, number: 3, array: 4, object: 5 } as const;

export type ValueKind = (typeof valueKind)[keyof typeof valueKind];

export function kindOf(value: unknown): ValueKind {
  if (typeof value === 'string') return valueKind.string;
  if (typeof value === 'number' || typeof value === 'bigint') return valueKind.number;
  if (typeof value === 'boolean') return valueKind.boolean;
  if (value === null || value === undefined) return valueKind.null;
  if (Array.isArray(value)) return valueKind.array;
  return value instanceof ExactNumber ? valueKind.number : valueKind.object;
}

const smallestInt64 = -(2n ** 63n);
const largestInt64 = 2n ** 63n - 1n;

/** Whole numbers that kube-apiserver keeps exactly. */
export function isWholeNumber(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= smallestInt64 && value <= largestInt64;
  return Number.isSafeInteger(value);
}

/** The name of a value's type in messages. */
export function jsonTypeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'bigint') return isWholeNumber(value) ? 'integer' : 'number';
  return typeof value;
}
