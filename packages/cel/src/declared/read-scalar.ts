/** Reads scalars of JSON into values. The data was validated before, so a fault here is rare. */
import { ExactNumber, parseDuration } from '@keelson/schema';

import { toDuration, toInt } from '../values/numbers.ts';
import { parseInstant } from '../values/parse-instant.ts';
import { CelFault } from '../values/value.ts';
import { parseWordedDuration } from './parse-worded-duration.ts';
import type { CelValue } from '../values/value.ts';

function invalid(expected: string): CelFault {
  return new CelFault(`invalid data, expected ${expected}`);
}

const notString = invalid('a string');
const notInteger = invalid('an integer');
const notNumber = invalid('a number');
const notBoolean = invalid('a boolean');
const notIntOrString = invalid('XIntOrString value to be either a string or integer');

export function readPlainText(raw: unknown): CelValue {
  return typeof raw === 'string' ? raw : notString;
}

export function readBoolean(raw: unknown): CelValue {
  return typeof raw === 'boolean' ? raw : notBoolean;
}

/** Integers are what loops read most: these are looked up once. */
const { isSafeInteger, isInteger } = Number;
const toBigint = BigInt;

function readUnsafe(raw: number): CelValue {
  return isInteger(raw) ? toInt(toBigint(raw)) : notInteger;
}

export function readInteger(raw: unknown): CelValue {
  if (typeof raw === 'number') return isSafeInteger(raw) ? toBigint(raw) : readUnsafe(raw);
  if (typeof raw === 'bigint') return toInt(raw);
  if (!(raw instanceof ExactNumber)) return notInteger;
  const value = Number(raw.text);
  return Number.isSafeInteger(value) ? BigInt(value) : notInteger;
}

export function readDouble(raw: unknown): CelValue {
  if (typeof raw === 'number') return raw;
  if (typeof raw === 'bigint') return Number(raw);
  return raw instanceof ExactNumber ? Number(raw.text) : notNumber;
}

export function readIntOrString(raw: unknown): CelValue {
  if (typeof raw === 'string') return raw;
  const value = readInteger(raw);
  return value === notInteger ? notIntOrString : value;
}

export function readBase64(raw: unknown): CelValue {
  return typeof raw === 'string' ? Buffer.from(raw, 'base64') : notString;
}

const longestDuration = 1_000;

export function readDuration(raw: unknown): CelValue {
  if (typeof raw !== 'string') return notString;
  if (raw.length > longestDuration) return new CelFault('Invalid duration');
  const parsed = parseDuration(raw);
  const nanoseconds = parsed.ok ? parsed.value : parseWordedDuration(raw);
  return nanoseconds === undefined ? new CelFault(`Invalid duration ${raw}`) : toDuration(nanoseconds);
}

export function readDate(raw: unknown): CelValue {
  if (typeof raw !== 'string') return notString;
  return parseInstant(`${raw}T00:00:00Z`) ?? new CelFault(`Invalid date formatted string ${raw.slice(0, 80)}`);
}

export function readDateTime(raw: unknown): CelValue {
  if (typeof raw !== 'string') return notString;
  return (
    parseInstant(raw.length > 80 ? '' : raw.toUpperCase()) ??
    new CelFault(`Invalid date-time formatted string ${raw.slice(0, 80)}`)
  );
}
