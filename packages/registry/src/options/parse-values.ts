/** Values of query parameters, read as the API reads them. */
import { badRequest } from '@keelson/meta';
import { quote } from '@keelson/schema';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';

const largest = 2n ** 63n - 1n;
/** Nothing that long is in range, and reading it would cost more than its length. */
const longest = 32;

/** Whole numbers of 64 bits; those beyond 2^53 come out as the nearest that is safe. */
export function parseIntegerOption(text: string | undefined): Outcome<number | undefined> {
  if (text === undefined) return done(undefined);
  if (!/^[+-]?\d+$/.test(text)) return refused(badRequest(wordFault(text, 'invalid syntax')));
  const digits = text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');
  const value = digits.length > longest ? largest + 1n : BigInt(digits);
  if (value > largest || value < -largest - 1n) return refused(badRequest(wordFault(text, 'value out of range')));
  return done(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value))));
}

function wordFault(text: string, reason: string): string {
  return `strconv.ParseInt: parsing ${quote(text)}: ${reason}`;
}

/** Anything but a clear no is a yes, as `?watch` and `?watch=` are. */
export function parseFlag(text: string | undefined): boolean {
  return text !== undefined && text !== '0' && text.toLowerCase() !== 'false';
}
