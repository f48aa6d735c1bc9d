/**
 * Resolves plain scalars: null, the booleans of YAML 1.1 (`yes`, `on` and their opposites), integers in four notations,
 * floats. Numbers keep their text where JSON needs it. Everything else is a string: dates, versions, `12:30:45`, and
 * whole numbers in hexadecimal and the like that no 64 bits hold, such as addresses and digests.
 */
import { toJsonNumber } from '../formats/exact-number.ts';
import type { JsonValue } from '../language/json-value.ts';
import { fail } from './yaml-fault.ts';

const words = new Map<string, null | boolean>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const longestWord = 5;

const endless = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const jsonInteger = /^(?:0|-?[1-9]\d*)$/;
const decimal = /^[-+]?\d[\d_]*$/;
const float = /^[-+]?(?:\d[\d_]*(?:\.[\d_]*)?|\._*\d[\d_]*)(?:[eE][-+]?\d+)?$/;
const prefixed = /^([-+]?)0(?:b([01_]+)|x([\da-fA-F_]+)|([0-7_]+))$/;

export type ScalarKind = 'null' | 'bool' | 'int' | 'float' | 'str';

export function resolveScalar(text: string, offset: number): JsonValue {
  if (text.length <= longestWord) {
    const word = words.get(text);
    if (word !== undefined) return word;
  }
  return mayBeNumber(text) ? resolveNumber(text, offset) : text;
}

/** The kind of the plain text `text` that was read as `value`. */
export function kindOfScalar(text: string, value: JsonValue): ScalarKind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  return decimal.test(text) || prefixed.test(text) ? 'int' : 'float';
}

/** Most texts begin with a letter, and need no pattern. */
function mayBeNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e;
}

function resolveNumber(text: string, offset: number): JsonValue {
  if (jsonInteger.test(text)) return toJsonNumber(text);
  const whole = prefixed.exec(text);
  if (whole !== null) return resolvePrefixed(whole) ?? (decimal.test(text) ? resolveDecimal(text) : text);
  if (decimal.test(text)) return resolveDecimal(text);
  if (float.test(text)) return resolveFloat(text, offset);
  if (endless.test(text)) fail(`${text} is not a number JSON can hold`, offset);
  return text;
}

const longestPrefixed = 64;
const largest = 2n ** 64n - 1n;

/** Undefined for what has no digits, or more than 64 bits. */
function resolvePrefixed([, sign = '', binary, hexadecimal, octal = '']: RegExpExecArray): JsonValue | undefined {
  const notation = binary === undefined ? (hexadecimal === undefined ? '0o' : '0x') : '0b';
  const digits = (binary ?? hexadecimal ?? octal).replaceAll('_', '').replace(/^0+(?=.)/, '');
  if (digits === '' || digits.length > longestPrefixed) return undefined;
  const value = BigInt(notation + digits);
  return value > largest ? undefined : toJsonNumber(String(sign === '-' ? -value : value));
}

/** `+1_000` and `08`, with nothing but the digits left. */
function resolveDecimal(text: string): JsonValue {
  const digits = text
    .replace(/^[-+]/, '')
    .replaceAll('_', '')
    .replace(/^0+(?=.)/, '');
  return toJsonNumber(text.startsWith('-') && digits !== '0' ? `-${digits}` : digits);
}

function resolveFloat(text: string, offset: number): JsonValue {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) fail(`${text} is not a number JSON can hold`, offset);
  return jsonNumber.test(text) ? toJsonNumber(text) : value;
}
