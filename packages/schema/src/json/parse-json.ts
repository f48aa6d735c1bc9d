/**
 * JSON text to values, exactly: numbers that JavaScript would print differently keep
 * their text. Refuses values that nest too deep, and words errors as
 * clients know them. `JSON.parse` does the work wherever nothing would be lost.
 */
import type { JsonValue } from '../language/json-value.ts';
import { readJsonOrThrow } from './read-json.ts';
import { maxNesting, nestsDeeper } from './max-nesting.ts';
import { JsonSyntaxError } from './syntax-error.ts';

export interface ParseOptions {
  /** Lists and objects that nest deeper are refused; `maxNesting` when absent, Infinity for what was let in once. */
  readonly maxDepth?: number;
  /** Told the path of each key that an object has more than once, such as `spec.ports[0].name`; the last one counts. */
  readonly onDuplicate?: ((path: string) => void) | undefined;
}

export type ParseResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string; readonly offset: number };

export function parseJson(text: string, options: ParseOptions = {}): ParseResult {
  const maxDepth = options.maxDepth ?? maxNesting;
  const isPlain = options.onDuplicate === undefined && !needsReader(text);
  if (isPlain) {
    try {
      const value = JSON.parse(text) as JsonValue;
      const isShallow = countOpeners(text, maxDepth) < maxDepth || !nestsDeeper(value, maxDepth);
      if (isShallow) return { ok: true, value };
    } catch {
      // The reader below finds the same fault and words it.
    }
  }
  try {
    return { ok: true, value: readJsonOrThrow(text, { maxDepth, onDuplicate: options.onDuplicate }) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { ok: false, message: error.message, offset: error.offset };
    throw error;
  }
}

/**
 * Finds candidates for numbers that would not print as written: those with a fraction or an
 * exponent, of sixteen digits or more, or minus zero. Text in strings may look like
 * one, which costs time only. Linear: no digit is tried more than a few times.
 */
const unusualNumber =
  /[0-9](?:\.[0-9]+(?:[eE][-+]?[0-9]+)?(?=[\s,}\]]|$)|[eE][-+]?[0-9]+(?=[\s,}\]]|$)|[0-9]{15})|-0(?=[\s,}\]]|$)/;

function needsReader(text: string): boolean {
  return unusualNumber.test(text) || (text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text));
}

/** Counts brackets, in strings too, up to `limit`; a text with fewer cannot nest that deep. */
function countOpeners(text: string, limit: number): number {
  if (text.length < limit) return 0;
  return countOf(text, '{', limit) + countOf(text, '[', limit);
}

function countOf(text: string, mark: string, limit: number): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1 && count < limit; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}
