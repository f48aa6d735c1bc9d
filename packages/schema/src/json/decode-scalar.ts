/** Decoders of single values, each from any JSON value but null to the canonical form of its shape. */
import { canonicalBase64 } from '../formats/base64.ts';
import { canonicalDuration } from '../formats/duration.ts';
import { isInt32, parseInteger, toInt64 } from '../formats/integer.ts';
import type { FormatOutcome } from '../formats/outcome.ts';
import { canonicalQuantity, parseQuantity } from '../formats/quantity.ts';
import { canonicalMicroTime, canonicalTime } from '../formats/time.ts';
import { failNumber, failText, failType } from './decode-state.ts';
import type { Decode, DecodeState } from './decode-state.ts';
import { isJsonNumber, numberText } from '../formats/exact-number.ts';

export function stringDecoder(typeName = 'string'): Decode {
  return (value, state) => (typeof value === 'string' ? value : failType(state, value, typeName));
}

export const decodeBool: Decode = (value, state) =>
  typeof value === 'boolean' ? value : failType(state, value, 'bool');

export const decodeInt32: Decode = (value, state) => {
  if (typeof value === 'number' && isInt32(value)) return value;
  if (!isJsonNumber(value)) return failType(state, value, 'int32');
  const number = Number(parseInteger(numberText(value)) ?? NaN);
  return isInt32(number) ? number : failNumber(state, value, 'int32');
};

export const decodeInt64: Decode = (value, state) => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (!isJsonNumber(value)) return failType(state, value, 'int64');
  const integer = parseInteger(numberText(value));
  const number = integer === undefined ? undefined : toInt64(integer);
  return number ?? failNumber(state, value, 'int64');
};

export const decodeDouble: Decode = (value, state) => {
  if (!isJsonNumber(value)) return failType(state, value, 'float64');
  const number = Number(numberText(value));
  return Number.isFinite(number) ? number : failNumber(state, value, 'float64');
};

/** A string is taken unchanged; a number has to fit 32 bits. */
export const decodeIntOrString: Decode = (value, state) =>
  typeof value === 'string' ? value : decodeInt32(value, state);

export const decodeTime: Decode = (value, state) => decodeText(value, state, canonicalTime);

export const decodeMicroTime: Decode = (value, state) => decodeText(value, state, canonicalMicroTime);

export const decodeDuration: Decode = (value, state) => decodeText(value, state, canonicalDuration);

/** Text or number; any other value is refused with the words for a malformed one. */
export const decodeQuantity: Decode = (value, state) => {
  const text = typeof value === 'string' ? value.trim() : isJsonNumber(value) ? numberText(value) : '?';
  const canonical = canonicalQuantity(text);
  if (canonical !== undefined) return canonical;
  const parsed = parseQuantity(text);
  return failText(state, parsed.ok ? '' : parsed.message);
};

/** Base64 text, or a list of the bytes as numbers. */
export const decodeBytes: Decode = (value, state) => {
  if (typeof value === 'string') return decodeText(value, state, canonicalBase64);
  if (!Array.isArray(value)) return failType(state, value, '[]uint8');
  const bytes = new Uint8Array(value.length);
  for (const [i, item] of value.entries()) {
    const byte: unknown = item ?? 0;
    if (!isJsonNumber(byte)) return failType(state, byte, 'uint8');
    if (typeof byte !== 'number' || !(byte >= 0 && byte <= 255 && Number.isInteger(byte))) {
      return failNumber(state, byte, 'uint8');
    }
    bytes[i] = byte;
  }
  return Buffer.from(bytes).toString('base64');
};

export const decodeFreeForm: Decode = (value) => value;

function decodeText(value: unknown, state: DecodeState, read: (text: string) => FormatOutcome<string | null>): unknown {
  if (typeof value !== 'string') return failType(state, value, 'string');
  const outcome = read(value);
  return outcome.ok ? outcome.value : failText(state, outcome.message);
}
