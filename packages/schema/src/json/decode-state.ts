/**
 * The state of one decode: the first fault, with the path that grows while the
 * decoders return from it, and the unknown fields. A decoder that cannot go on
 * returns `failed`, so a good object pays nothing for paths.
 */
import type { Issue } from '../language/report.ts';
import { isJsonNumber, numberText } from '../formats/exact-number.ts';
import type { JsonNumber } from '../formats/exact-number.ts';

export const failed = Symbol('failed');
export type Failed = typeof failed;

export interface DecodeState {
  /** Paths of unknown fields, relative to the message that is being decoded. */
  readonly unknown: string[];
  readonly collectsUnknown: boolean;
  depth: number;
  fault: Fault | undefined;
}

interface Fault {
  /** The message, in two halves about the place when it names one. */
  readonly text: string | { readonly before: string; readonly after: string };
  path: string[];
  struct: string | undefined;
  /** Of a fault in the notation of issues: the path of the field, which the message begins with. */
  fieldPath?: string;
}

export type Decode = (value: unknown, state: DecodeState) => unknown;

/** Where kube-apiserver stops too; also a bound on what the paths cost. */
const maxUnknown = 100;

export function startDecode(collectsUnknown: boolean): DecodeState {
  return { unknown: [], collectsUnknown, depth: 0, fault: undefined };
}

export function failType(state: DecodeState, value: unknown, type: string): Failed {
  return failKind(state, kindName(value), type);
}

/** For a number that is one, but not of this type. */
export function failNumber(state: DecodeState, value: JsonNumber, type: string): Failed {
  return failKind(state, `number ${numberText(value)}`, type);
}

/** For a text that cannot be read; such messages do not name the place. */
export function failText(state: DecodeState, message: string): Failed {
  state.fault = { text: message, path: [], struct: undefined };
  return failed;
}

/** For a value that a rule refuses, in the notation of issues. */
export function failField(state: DecodeState, message: string): Failed {
  state.fault = { text: message, path: [], struct: undefined, fieldPath: '' };
  return failed;
}

/** Puts `prefix` before the path of such a fault. */
export function prefixField({ fault }: DecodeState, prefix: string): Failed {
  if (fault?.fieldPath !== undefined) fault.fieldPath = join(prefix, fault.fieldPath);
  return failed;
}

/** Notes on the way back that the fault is within this field. */
export function failWithin(state: DecodeState, struct: string, name: string): Failed {
  if (state.fault !== undefined) {
    state.fault.struct ??= struct;
    state.fault.path.push(name);
  }
  return failed;
}

/** Forgets where the fault is: kube-apiserver reads alternatives apart from the rest. */
export function failApart(state: DecodeState): Failed {
  if (state.fault !== undefined) {
    state.fault.path = [];
    state.fault.struct = undefined;
  }
  return failed;
}

export function faultMessage({ fault }: DecodeState): string {
  if (fault === undefined) return '';
  const { text, path, struct, fieldPath } = fault;
  if (typeof text === 'string') return fieldPath === undefined ? text : `${fieldPath}: ${text}`;
  const place = struct === undefined ? 'value' : `struct field ${struct}.${path.toReversed().join('.')}`;
  return text.before + place + text.after;
}

/** Of a fault in the notation of issues. */
export function faultIssue({ fault }: DecodeState): Issue | undefined {
  if (fault?.fieldPath === undefined || typeof fault.text !== 'string') return undefined;
  return { code: 'FieldValueInvalid', path: fault.fieldPath, message: fault.text };
}

export function noteUnknown(state: DecodeState, key: string): void {
  if (state.collectsUnknown && state.unknown.length < maxUnknown) state.unknown.push(key);
}

/** Puts `prefix` before the paths noted since there were `from` of them. */
export function prefixUnknown({ unknown }: DecodeState, from: number, prefix: string): void {
  for (let i = from; i < unknown.length; i += 1) {
    const path = unknown[i] ?? '';
    unknown[i] = join(prefix, path);
  }
}

function join(prefix: string, path: string): string {
  return path === '' || path.startsWith('[') ? prefix + path : `${prefix}.${path}`;
}

function failKind(state: DecodeState, kind: string, type: string): Failed {
  const text = { before: `json: cannot unmarshal ${kind} into Go `, after: ` of type ${type}` };
  state.fault = { text, path: [], struct: undefined };
  return failed;
}

function kindName(value: unknown): string {
  if (isJsonNumber(value)) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
