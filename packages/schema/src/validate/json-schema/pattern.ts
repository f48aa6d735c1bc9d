/**
 * Patterns that come from users. They are written for the engine of kube-apiserver, which does not backtrack, and are
 * run by one that reads the same notation and does not backtrack either.
 */
import { RE2JS, RE2JSException } from 're2js';

import { estimatePatternSize } from './pattern-size.ts';

export interface CompiledPattern {
  readonly ok: true;
  /**
   * The number of instructions: each took about a microsecond to compile, and each character of a text may cost a step
   * for each of them.
   */
  readonly programSize: number;
  /** The cost of a text of this length, in steps of fifty nanoseconds. */
  readonly costOf: (length: number) => number;
  readonly matches: (text: string) => boolean;
  /** The parts of `text` that match, from the left. Each may cost a look at the whole rest of the text. */
  readonly findAll: (text: string) => Generator<string, undefined>;
}

export type PatternResult = CompiledPattern | { readonly ok: false; readonly message: string };

/** Together these bound what compiling one costs to some twenty milliseconds. */
const longestPattern = 4 * 1024;
const largestSize = 10_000;
const mostWideClasses = 64;
const mostFoldedClasses = 12;
/** Each character may cost a step for each instruction; a text that would cost more matches nothing. */
const mostSteps = 2 ** 26;

const tooLarge: PatternResult = { ok: false, message: 'error parsing regexp: expression too large' };

export function compilePattern(source: string): PatternResult {
  if (isTooLarge(source)) return tooLarge;
  try {
    const pattern = RE2JS.compile(source);
    const programSize = pattern.programSize();
    const longestText = mostSteps / programSize;
    return {
      ok: true,
      programSize,
      costOf: (length) => Math.min(length, longestText) * (0.5 + programSize / 256),
      matches: (text) => text.length <= longestText && pattern.test(text),
      findAll: (text) => findAll(pattern, text.length <= longestText ? text : ''),
    };
  } catch (cause) {
    if (cause instanceof RE2JSException) return { ok: false, message: wordFault(cause.message) };
    throw cause;
  }
}

/** The cost of compiling, in steps of fifty nanoseconds: an upper bound for patterns that are not too large. */
export function costOfPattern(source: string): number {
  if (isTooLarge(source)) return 1_000;
  const perClass = foldsCase(source) ? 30_000 : 5_000;
  return 200 + 40 * source.length + 50 * estimatePatternSize(source) + perClass * countWideClasses(source);
}

function isTooLarge(source: string): boolean {
  if (source.length > longestPattern) return true;
  if (countWideClasses(source) > (foldsCase(source) ? mostFoldedClasses : mostWideClasses)) return true;
  return estimatePatternSize(source) > largestSize;
}

/** Classes that reach beyond ASCII: their ranges are merged one by one, and folded character by character. */
function countWideClasses(source: string): number {
  let count = source.match(/\\[pPDSW]|\[\^|\[:\^|\\x\{/g)?.length ?? 0;
  for (let at = 0; at < source.length; at += 1) if (source.charCodeAt(at) > 0x7f) count += 0.25;
  return count;
}

function foldsCase(source: string): boolean {
  return /\(\?[a-zA-Z]*i/.test(source);
}

function* findAll(pattern: RE2JS, text: string): Generator<string, undefined> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) yield matcher.group() ?? '';
}

/** Go quotes the part that is wrong, also where nothing is left of the pattern. */
function wordFault(message: string): string {
  return message.endsWith(': trailing backslash at end of expression') ? `${message}: \`\`` : message;
}
