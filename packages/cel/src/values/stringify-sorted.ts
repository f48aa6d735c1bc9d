/** JSON with its keys in order: a text that equal values share, numbers as they were written. */
import { ExactNumber, stringifyJson } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

export function stringifySorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifySorted).join(',')}]`;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return stringifyJson(value as JsonValue);
  }
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${stringifySorted(part)}`);
  return `{${entries.sort().join(',')}}`;
}
