/** The checks of texts. Of length and pattern, the first fault is reported. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { findFormat } from '../json-schema/formats.ts';
import { compilePattern, costOfPattern, type PatternResult } from '../json-schema/pattern.ts';
import type { StructuralCheck, ValidationRun } from './validation-run.ts';

type TextCheck = (text: string, run: ValidationRun) => boolean;

/** Characters that cost a step. */
const charactersInStep = 50;

export function stringChecks(schema: StructuralSchema): StructuralCheck[] {
  const { maxLength, minLength, pattern, format } = schema;
  const limits: TextCheck[] = [];
  if (isSet(maxLength)) limits.push(maxLengthCheck(Number(maxLength)));
  if (isSet(minLength)) limits.push(minLengthCheck(Number(minLength)));
  if (typeof pattern === 'string' && pattern !== '') limits.push(patternCheck(pattern));
  const checks: StructuralCheck[] = [];
  if (limits.length > 0) checks.push((value, run) => void limits.every((check) => check(value as string, run)));
  const matchesFormat = typeof format === 'string' ? findFormat(format) : undefined;
  if (matchesFormat !== undefined) {
    checks.push((value, run) => {
      run.budget.left -= (value as string).length / charactersInStep;
      if (!matchesFormat(value as string)) run.addFault('format', format, value);
    });
  }
  return checks;
}

/** Characters are counted only where the number of their units does not decide. */
function maxLengthCheck(limit: number): TextCheck {
  return (text, run) => {
    if (text.length <= limit || countCharacters(text, run) <= limit) return true;
    run.addFault('maxLength', limit, text);
    return false;
  };
}

function minLengthCheck(limit: number): TextCheck {
  return (text, run) => {
    if (text.length >= 2 * limit || (text.length >= limit && countCharacters(text, run) >= limit)) return true;
    run.addFault('minLength', limit, text);
    return false;
  };
}

/** Code points, which is what lengths of texts count. */
function countCharacters(text: string, { budget }: ValidationRun): number {
  budget.left -= text.length / charactersInStep;
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) if ((text.codePointAt(at) ?? 0) > 0xffff) count -= 1;
  return count;
}

/** Compiled with the first text. An invalid pattern is no fault of the text. */
function patternCheck(source: string): TextCheck {
  let pattern: PatternResult | undefined;
  return (text, run) => {
    const { budget } = run;
    if (pattern === undefined) {
      budget.left -= costOfPattern(source);
      if (budget.left < 0) return true;
      pattern = compilePattern(source);
    }
    if (!pattern.ok) return true;
    budget.left -= pattern.costOf(text.length);
    if (budget.left < 0 || pattern.matches(text)) return true;
    run.addFault('pattern', source, text);
    return false;
  };
}

function isSet(limit: number | bigint | null | undefined): limit is number | bigint {
  return limit !== undefined && limit !== null;
}
