/** The value that a column's path found as the content of a cell, by the column's type. */
import { printAge } from '@keelson/api';
import {
  isJsonNumber,
  numberText,
  printValue,
  stringifyJson,
  type CellValue,
  type Column,
  type ColumnContext,
  type JsonNumber,
  type JsonValue,
} from '@keelson/schema';

import { toInteger } from './json-path/compare-in-filter.ts';

type Print = (value: unknown, context: ColumnContext) => CellValue;

/** A value of another type prints as null, but where texts are wanted. */
export const printCell: Readonly<Record<Column['type'], Print>> = {
  string: printText,
  integer: (value) => (isJsonNumber(value) ? printWhole(value) : null),
  number: (value) => (isJsonNumber(value) ? finite(Number(numberText(value))) : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value, context) => (typeof value === 'string' ? printDate(value, context) : null),
};

function finite(value: number): CellValue {
  return Number.isFinite(value) ? value : null;
}

function printWhole(value: JsonNumber): CellValue {
  const whole = Math.trunc(Number(numberText(value)));
  return Number.isSafeInteger(whole) ? whole : (toInteger(value) ?? null);
}

function printText(value: unknown): string {
  if (value === null) return '<no value>';
  if (typeof value === 'string') return value;
  if (isJsonNumber(value)) return String(toInteger(value) ?? printValue(Number(numberText(value))));
  if (typeof value === 'boolean') return String(value);
  return escapeMarkup(stringifyJson(value as JsonValue));
}

/** As JSON that may stand in a page. */
function escapeMarkup(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function printDate(text: string, context: ColumnContext): string {
  if (text === '' || text === 'null') return '<unknown>';
  if (!rfc3339.test(text) || Number.isNaN(Date.parse(text))) return '<invalid>';
  return printAge(text, context.now);
}
