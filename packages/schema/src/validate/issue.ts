/** The wording of issues: one function per kind of finding. Knows no rules. */
import type { Issue, IssueCode } from '../language/report.ts';
import { printValue } from '../printed/print-value.ts';
import { quote } from '../printed/quote.ts';
import { shorten } from '../printed/shorten.ts';

/** An issue is read by people: what is longer than this repeats what they sent. */
export const maxPathLength = 8 * 1024;
const maxMessageLength = 32 * 1024;

export function requiredIssue(path: string, detail?: string): Issue {
  return issue('FieldValueRequired', path, withDetail('Required value', detail));
}

export function invalidIssue(path: string, value: unknown, detail: string): Issue {
  return issue('FieldValueInvalid', path, withDetail(`Invalid value: ${printValue(value)}`, detail));
}

export function typeInvalidIssue(path: string, value: unknown, detail: string): Issue {
  return issue('FieldValueTypeInvalid', path, withDetail(`Invalid value: ${printValue(value)}`, detail));
}

export function duplicateIssue(path: string, value: unknown): Issue {
  return issue('FieldValueDuplicate', path, `Duplicate value: ${printValue(value)}`);
}

/** The supported values keep their order. */
export function notSupportedIssue(path: string, value: unknown, supported: readonly string[]): Issue {
  const detail = supported.length > 0 ? `supported values: ${supported.map(quote).join(', ')}` : '';
  return issue('FieldValueNotSupported', path, withDetail(`Unsupported value: ${printValue(value)}`, detail));
}

export function notFoundIssue(path: string, value: unknown): Issue {
  return issue('FieldValueNotFound', path, `Not found: ${printValue(value)}`);
}

export function forbiddenIssue(path: string, detail: string): Issue {
  return issue('FieldValueForbidden', path, withDetail('Forbidden', detail));
}

/** The value itself is not repeated: it is too long for that. */
export function tooLongIssue(path: string, maxLength: number): Issue {
  return issue('FieldValueTooLong', path, `Too long: must have at most ${maxLength} bytes`);
}

export function tooManyIssue(path: string, actual: number, max: number): Issue {
  return issue('FieldValueTooMany', path, `Too many: ${actual}: must have at most ${max} items`);
}

export function internalIssue(path: string, detail: string): Issue {
  return issue('InternalError', path, withDetail('Internal error', detail));
}

function withDetail(start: string, detail: string | undefined): string {
  return detail === undefined || detail === '' ? start : `${start}: ${detail}`;
}

function issue(code: IssueCode, path: string, message: string): Issue {
  return { code, path: shorten(path, maxPathLength), message: shorten(message, maxMessageLength) };
}
