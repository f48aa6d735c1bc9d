/**
 * Prints a value for an issue. Texts are quoted, numbers and booleans are bare, an
 * absent value is `"null"`; lists of texts have the notation clients know
 * (`[]string{"a"}`), any other list or object is compact JSON. Maps, and lists
 * that may be empty, are named by the rule: `stringMapValue`, `stringsValue`.
 */
import { ExactNumber } from '../formats/exact-number.ts';
import { quote } from './quote.ts';
import { shorten } from './shorten.ts';

/** Of a value, before its quotation mark is closed. The detail that follows it must be seen. */
const maxPrintedLength = 16 * 1024;

/** A value whose notation the rule knows better, such as `[]string(nil)`. */
export class Verbatim {
  readonly #print: () => string;

  /** Printed lazily: a full report has no room for it. */
  constructor(print: () => string) {
    this.#print = print;
  }

  get text(): string {
    return this.#print();
  }
}

export function verbatim(text: string): Verbatim {
  return new Verbatim(() => text);
}

/** A list of texts that may be absent, with the name that clients know the type of its items by. */
export function stringsValue(values: readonly string[] | null | undefined, type = 'string'): Verbatim {
  return new Verbatim(() => (values === null || values === undefined ? `[]${type}(nil)` : printStrings(values, type)));
}

/** A map of texts that may be absent. */
export function stringMapValue(values: Readonly<Record<string, string>> | null | undefined): Verbatim {
  return new Verbatim(() =>
    values === null || values === undefined ? 'map[string]string(nil)' : printStringMap(Object.entries(values)),
  );
}

export function printValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quote(shorten(value, maxPrintedLength));
    case 'number':
      return printNumber(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? '"null"' : shorten(printObject(value), maxPrintedLength);
    case 'undefined':
    case 'function':
    case 'symbol':
      return '"null"';
  }
}

function printObject(value: object): string {
  if (value instanceof Verbatim || value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(isString) ? printStrings(value) : printJson(value);
  }
  return printJson(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function printStrings(values: readonly string[], type = 'string'): string {
  return `[]${type}{${values.map(quote).join(', ')}}`;
}

function printStringMap(entries: readonly [string, string][]): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[string]string{${sorted.map(([key, value]) => `${quote(key)}:${quote(value)}`).join(', ')}}`;
}

function printJson(value: object): string {
  try {
    const json: unknown = JSON.stringify(value, plainNumber);
    return typeof json === 'string' ? json : 'null';
  } catch (cause) {
    // Nested so deeply that printing ends with the stack.
    if (cause instanceof RangeError) return Array.isArray(value) ? '[...]' : '{...}';
    throw cause;
  }
}

function plainNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Exponents have at least two digits, and begin below 1e-4. */
function printNumber(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-4;
  const text = isSmall ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
