/** The body of a write as an object, or the Status that says why it is none. */
import { badRequest, invalid, type GroupKind, type Status } from '@keelson/meta';
import { createReport, groupVersion, quote } from '@keelson/schema';
import type { FieldGates, GroupVersionKind, Scheme } from '@keelson/schema';

import type { Body, Form, Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';
import type { ApiObject } from './api-object.ts';
import { decodeObject, missingKind } from './decode-object.ts';
import type { DecodedObject } from './decode-object.ts';
import type { FieldValidation } from './field-validation.ts';
import { parseBody } from './parse-body.ts';

export interface ReadBody {
  readonly object: ApiObject;
  readonly warnings: readonly string[];
}

export interface BodyParts {
  readonly scheme: Scheme;
  readonly gates: FieldGates;
}

export function readBody(
  { scheme, gates }: BodyParts,
  form: Form,
  body: Body,
  fieldValidation: FieldValidation,
): Outcome<ReadBody> {
  const faults = createFaults(fieldValidation);
  const parsed = parseBody(body, faults.onDuplicate);
  if (!parsed.ok) return refused(badRequest(wordUnrecognized(form, parsed.message, body.bytes)));
  const decoded = decodeObject(parsed, { scheme, form, onUnknown: faults.onUnknown });
  if (!decoded.ok) {
    if ('otherKind' in decoded) return refused(wrongKind(form, decoded.otherKind, decoded.name));
    return refused(badRequest(wordFault(form, decoded, body.bytes)));
  }
  if (faults.onUnknown !== undefined && parsed.kind === 'json') {
    for (const path of gates.unknownIn(form.message, parsed.value as object)) faults.onUnknown(path);
  }
  const found = faults.all();
  if (fieldValidation !== 'Strict' || found.length === 0) return done({ object: decoded.object, warnings: found });
  const start = `${form.kind} in version ${quote(form.version)} cannot be handled as a ${form.kind}`;
  return refused(badRequest(`${start}: strict decoding error: ${found.join(', ')}`));
}

export interface Faults {
  readonly onDuplicate: ((path: string) => void) | undefined;
  readonly onUnknown: ((path: string) => void) | undefined;
  all(): string[];
}

/** Each field once, however often it is wrong. Looking for them has a price, so it is done only when asked for. */
export function createFaults(fieldValidation: FieldValidation): Faults {
  const found = new Set<string>();
  if (fieldValidation === 'Ignore') return { onDuplicate: undefined, onUnknown: undefined, all: () => [] };
  return {
    onDuplicate: (path) => found.add(`duplicate field ${quote(path)}`),
    onUnknown: (path) => found.add(`unknown field ${quote(path)}`),
    all: () => [...found].sort((a, b) => Number(b.startsWith('unknown')) - Number(a.startsWith('unknown'))),
  };
}

/** The refusal of an object that is not of the kind that its resource holds. */
export function wrongKind(form: Form, { group, kind }: GroupKind, name: string): Status {
  const report = createReport();
  report.invalid('kind', kind, `must be ${form.kind}`);
  return invalid({ group, kind }, name, report.issues);
}

type DecodeFault = Exclude<DecodedObject, { ok: true } | { otherKind: GroupVersionKind }>;

function wordFault(form: Form, decoded: DecodeFault, bytes: Uint8Array): string {
  if ('otherVersion' in decoded) {
    const [given, expected] = [groupVersion(decoded.otherVersion), groupVersion(form)];
    return `the API version in the data (${given}) does not match the expected API version (${expected})`;
  }
  const { type, message } = decoded;
  if (type === undefined) return wordUnrecognized(form, message, bytes);
  const why = message === missingKind ? `${message} in '${quoteStart(bytes)}'` : message;
  return `${type.kind} in version ${quote(type.version)} cannot be handled as a ${form.kind}: ${why}`;
}

const quotedBytes = 1_024;

function quoteStart(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, quotedBytes)).toString('utf8');
  return bytes.length > quotedBytes ? `${text}...` : text;
}

function wordUnrecognized({ kind }: Form, message: string, bytes: Uint8Array): string {
  return `the object provided is unrecognized (must be of type ${kind}): ${message} (${summarize(bytes)})`;
}

const summaryBytes = 30;
const openBrace = 0x7b;

function summarize(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>';
  const start = Buffer.from(bytes.subarray(0, summaryBytes));
  const text = bytes[0] === openBrace ? start.toString('utf8') : start.toString('hex');
  return bytes.length > summaryBytes ? `${text} ...` : text;
}
