/**
 * Prints a value that a user gave in a field of any content, for an issue: in Go's syntax, as clients know it from
 * fields without a type. The values of declared fields are printed as JSON.
 */
import { isJsonNumber, numberText } from '../formats/exact-number.ts';
import { printValue, Verbatim } from './print-value.ts';
import { quote } from './quote.ts';

/** More is not read by anybody; what is longer is cut by the issue. */
const mostValues = 1_000;

export function freeFormValue(value: unknown): Verbatim {
  return new Verbatim(() => printGoSyntax(value, { left: mostValues }));
}

interface Budget {
  left: number;
}

/** Recursive: values nest no deeper than input may. */
function printGoSyntax(value: unknown, budget: Budget): string {
  if ((budget.left -= 1) < 0) return '...';
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (isJsonNumber(value)) return printNumber(numberText(value));
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, mostValues).map((item: unknown) => printGoSyntax(item, budget));
    return `[]interface {}{${items.join(', ')}}`;
  }
  const keys = Object.keys(value).sort().slice(0, mostValues);
  const entries = keys.map(
    (key) => `${quote(key)}:${printGoSyntax((value as Readonly<Record<string, unknown>>)[key], budget)}`,
  );
  return `map[string]interface {}{${entries.join(', ')}}`;
}

/** Whole numbers as they are, others in double precision. */
function printNumber(text: string): string {
  return /^-?\d{1,19}$/.test(text) ? text : printValue(Number(text));
}
