/** Bounds on the sizes of values, for estimates of costs: what a schema states, else what fits into one request. */
import type { StructuralSchema } from '@keelson/schema';

export const maxRequestBytes = 3 * 1024 * 1024;

/** The least number of bytes that values take in JSON. */
export const minBytes = {
  string: 2,
  bool: 4,
  number: 1,
  object: 2,
  duration: 3,
  date: 12,
  dateTime: 21,
  list: 2,
  intOrString: 1,
} as const;

const maxBytesOfFormats: Readonly<Record<string, number>> = { duration: 32, date: 12, 'date-time': 32 };

/** The quotation marks do not count. */
export const longestText = maxRequestBytes - 2;

export function maxTextBytes({ format, maxLength }: StructuralSchema): number {
  const fixed = maxBytesOfFormats[format ?? ''];
  if (fixed !== undefined) return fixed;
  if (maxLength === undefined) return longestText;
  // A character takes up to four bytes; encoded bytes take one.
  return Math.max(0, Number(maxLength)) * (format === 'byte' ? 1 : 4);
}

/** Items are separated by commas, in brackets. */
export function maxItemsOf({ maxItems }: StructuralSchema, itemBytes: number): number {
  if (maxItems !== undefined) return Math.max(0, Number(maxItems));
  return Math.floor((maxRequestBytes - 2) / (itemBytes + 1));
}

/** A key with its quotation marks, a colon and a comma come with each value. */
export function maxPropertiesOf({ maxProperties }: StructuralSchema, valueBytes: number): number {
  if (maxProperties !== undefined) return Math.max(0, Number(maxProperties));
  return Math.floor((maxRequestBytes - 2) / (valueBytes + 6));
}

/** The number of values of at least `bytes` that fit into one request. */
export function mostOccurrences(bytes: number): number {
  return Math.floor(maxRequestBytes / (bytes + 1));
}
