/**
 * Patterns that come from users. They are written for the engine of kube-apiserver, which does not backtrack, and are
 * run by one that reads the same notation and does not backtrack either.
 */
import { RE2JS, RE2JSException } from 're2js';

export interface CompiledPattern {
  readonly ok: true;
  /** The number of instructions: each character of a text may cost a step for each of them. */
  readonly size: number;
  readonly matches: (text: string) => boolean;
  /** The parts of `text` that match, from the left. Each may cost a look at the whole rest of the text. */
  readonly findAll: (text: string) => Generator<string, undefined>;
}

export type PatternResult = CompiledPattern | { readonly ok: false; readonly message: string };

/** Bounds what compiling one costs. */
const longestPattern = 16 * 1024;
/** Each character may cost a step for each instruction; a text that would cost more matches nothing. */
const mostSteps = 2 ** 26;

export function compilePattern(source: string): PatternResult {
  if (source.length > longestPattern) return { ok: false, message: 'error parsing regexp: expression too large' };
  try {
    const pattern = RE2JS.compile(source);
    const size = pattern.programSize();
    const longestText = mostSteps / size;
    return {
      ok: true,
      size,
      matches: (text) => text.length <= longestText && pattern.test(text),
      findAll: (text) => findAll(pattern, text.length <= longestText ? text : ''),
    };
  } catch (cause) {
    if (cause instanceof RE2JSException) return { ok: false, message: cause.message };
    throw cause;
  }
}

function* findAll(pattern: RE2JS, text: string): Generator<string, undefined> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) yield matcher.group() ?? '';
}
