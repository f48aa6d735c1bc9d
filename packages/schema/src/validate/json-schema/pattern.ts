/**
 * Patterns that come from users. They are written for an engine without
 * backtracking, so here their time is bounded: what may explode runs under a deadline
 * and counts as no match when it is not done by then.
 */
import { Script, createContext, type Context } from 'node:vm';

export type PatternResult =
  { readonly ok: true; readonly matches: (text: string) => boolean } | { readonly ok: false; readonly message: string };

const deadlineMs = 100;
/** Up to this length a pattern with one repetition is run as it is. */
const freeTextLength = 256;

export function compilePattern(source: string): PatternResult {
  let pattern: RegExp;
  try {
    pattern = toRegExp(source);
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
  }
  const repetitions = countRepetitions(source);
  const freeLength = repetitions === 0 ? Infinity : repetitions === 1 ? freeTextLength : 0;
  const matches = (text: string): boolean =>
    text.length <= freeLength ? pattern.test(text) : testUnderDeadline(pattern, text);
  return { ok: true, matches };
}

/** The few notations that differ: flags in front, names of groups, start and end of the text. */
function toRegExp(source: string): RegExp {
  const [, flags = '', rest = source] = /^\(\?([ims]+)\)([\s\S]*)$/.exec(source) ?? [];
  const body = rest
    .replaceAll('(?P<', '(?<')
    .replace(/(?<!\\)((?:\\\\)*)\\A/g, '$1^')
    .replace(/(?<!\\)((?:\\\\)*)\\z/g, '$1$');
  try {
    return new RegExp(body, `${flags}u`);
  } catch {
    return new RegExp(body, flags);
  }
}

/** How many open-ended repetitions a pattern has; one alone cannot explode. */
function countRepetitions(source: string): number {
  return source.replace(/\\[\s\S]/g, '').match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
}

let shared: { readonly context: Context; readonly script: Script } | undefined;

function testUnderDeadline(pattern: RegExp, text: string): boolean {
  shared ??= { context: createContext(Object.create(null) as Context), script: new Script('pattern.test(text)') };
  Object.assign(shared.context, { pattern, text });
  try {
    return shared.script.runInContext(shared.context, { timeout: deadlineMs }) === true;
  } catch {
    return false;
  }
}
