/** The type of a JSON value by the name that messages of 1.24 have for it. */
import { isJsonNumber } from '@keelson/schema';

export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int64' : 'float64';
  if (isJsonNumber(value)) return 'float64';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}
