/** Declared constraints of texts and integers, in the API's wording. */
import type { IntegerShape, StringShape } from '../language/descriptor.ts';
import type { IssueReport } from './report.ts';

/** Reports at the empty path; the caller prefixes the path of the field. */
export type Check = (value: unknown, report: IssueReport) => void;

export function compileStringCheck(shape: StringShape): Check | undefined {
  const checks: ((text: string, report: IssueReport) => void)[] = [];
  const { enum: values, minLength, maxLength, format } = shape;
  if (values !== undefined) {
    const allowed = new Set(values);
    checks.push((text, report) => allowed.has(text) || report.notSupported('', text, values));
  }
  if (minLength !== undefined) {
    const detail = `must have at least ${minLength} bytes`;
    checks.push((text, report) => byteLength(text) >= minLength || report.invalid('', text, detail));
  }
  if (maxLength !== undefined) {
    checks.push((text, report) => fits(text, maxLength) || report.tooLong('', text, maxLength));
  }
  if (format !== undefined) {
    checks.push((text, report) => format.check(text).forEach((detail) => report.invalid('', text, detail)));
  }
  if (checks.length === 0) return undefined;
  return (value, report) => {
    for (const check of checks) check(value as string, report);
  };
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** A character is at most three bytes per UTF-16 unit, so most texts need no counting. */
function fits(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || byteLength(text) <= maxBytes;
}

export function compileIntegerCheck(shape: IntegerShape): Check | undefined {
  const { minimum = -Infinity, maximum = Infinity } = shape;
  if (minimum === -Infinity && maximum === Infinity) return undefined;
  const detail = wordRange(minimum, maximum);
  return (value, report) => {
    const number = value as number | bigint;
    if (number < minimum || number > maximum) report.invalid('', number, detail);
  };
}

function wordRange(minimum: number, maximum: number): string {
  if (maximum === Infinity) {
    return minimum === 1 ? 'must be greater than 0' : `must be greater than or equal to ${minimum}`;
  }
  if (minimum === -Infinity) return `must be less than or equal to ${maximum}`;
  return `must be between ${minimum} and ${maximum}, inclusive`;
}
