/** Values as the API prints them inside its messages: `map[a:1 b:[x y]]`, keys in order, strings bare. */
import { isJsonNumber, numberText } from '@keelson/schema';

import { isList, isObject } from './json-object.ts';

export function printGoValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (isList(value)) return `[${value.map(printGoValue).join(' ')}]`;
  if (!isObject(value)) return printScalar(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${printGoValue(item)}`).join(' ')}]`;
}

function printScalar(value: unknown): string {
  return isJsonNumber(value) ? numberText(value) : String(value);
}

/** The name of a value's type, as those messages have it. */
export function goTypeName(value: unknown): string {
  if (value === null || value === undefined) return 'nil';
  if (isList(value)) return 'slice';
  if (isObject(value)) return 'map';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return /^-?\d+$/.test(printScalar(value)) ? 'int64' : 'float64';
}
