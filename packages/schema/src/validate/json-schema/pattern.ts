/**
 * Patterns that come from users. They are written for the engine of kube-apiserver, which does not backtrack, and are
 * run by one that reads the same notation and does not backtrack either.
 */
import { RE2JS, RE2JSException } from 're2js';

export type PatternResult =
  | {
      readonly ok: true;
      readonly matches: (text: string) => boolean;
      /** The number of instructions; each took about a microsecond to compile, whatever the length of the pattern. */
      readonly programSize: number;
    }
  | { readonly ok: false; readonly message: string };

/** Bounds what compiling one costs. */
const longestPattern = 16 * 1024;
/** Each character may cost a step for each instruction; a text that would cost more matches nothing. */
const mostSteps = 2 ** 26;

export function compilePattern(source: string): PatternResult {
  if (source.length > longestPattern) return { ok: false, message: 'error parsing regexp: expression too large' };
  try {
    const pattern = RE2JS.compile(source);
    const programSize = pattern.programSize();
    const longestText = mostSteps / programSize;
    return { ok: true, matches: (text) => text.length <= longestText && pattern.test(text), programSize };
  } catch (cause) {
    if (cause instanceof RE2JSException) return { ok: false, message: cause.message };
    throw cause;
  }
}
