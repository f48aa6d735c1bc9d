/**
 * Numbers as they were written. JavaScript prints `1.0`, `1e3` and whole numbers
 * beyond 2^53 differently than they came; where that matters the text is kept.
 */

/** A number whose text JavaScript would not give back. Equal texts are equal numbers here, nothing else is claimed. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** Approximates, which is enough for a log; `stringifyJson` prints the exact text. */
  toJSON(): number {
    approximations += 1;
    return Number(this.text);
  }
}

export type JsonNumber = number | bigint | ExactNumber;

/** Beyond this a whole number stays text: making a bigint costs more than its length, and nothing counts so far. */
const longestBigint = 40;

let approximations = 0;

/** Counts approximations, so that `stringifyJson` notices when `JSON.stringify` met an exact number. */
export function countApproximations(): number {
  return approximations;
}

/** The plainest value that prints as `text`, which must be a number of JSON. */
export function toJsonNumber(text: string): JsonNumber {
  const number = Number(text);
  if (String(number) === text && (Number.isSafeInteger(number) || !Number.isInteger(number))) return number;
  if (text.length <= longestBigint && /^(?:-?[1-9]\d*|0)$/.test(text)) return BigInt(text);
  return new ExactNumber(text);
}

export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
}

/** The text of a number, as it was written. */
export function numberText(value: JsonNumber): string {
  return typeof value === 'number' ? JSON.stringify(value) : value.toString();
}
