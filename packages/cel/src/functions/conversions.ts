/** Conversions between types, and `size`, `type` and `dyn`. */
import { isUtf8 } from 'node:buffer';

import { formatDuration, parseDuration, printValue, quote } from '@keelson/schema';

import { listOf, mapOf, simpleTypes as t } from '../typing/cel-type.ts';
import { maxInt, maxUint, minInt, toDuration, toInt, toTimestamp, toUint } from '../values/numbers.ts';
import { parseInstant } from '../values/parse-instant.ts';
import { celTypeNameOf } from '../values/type-names.ts';
import {
  CelDuration,
  CelFault,
  CelList,
  CelTimestamp,
  CelTypeName,
  CelUint,
  isCelMap,
  noSuchOverload,
} from '../values/value.ts';
import { countCharacters } from './characters.ts';
import { globalFunction, memberFunction } from './overload.ts';
import { prefixPrice } from './price.ts';
import { printTimestamp } from './print-timestamp.ts';
import type { CelType, ParameterType } from '../typing/cel-type.ts';
import type { CostMeter } from '../values/cost-meter.ts';
import type { CelValue } from '../values/value.ts';
import type { FunctionEntry } from './overload.ts';
import type { Price } from './price.ts';

const A: ParameterType = { kind: 'parameter', name: 'A' };
const B: ParameterType = { kind: 'parameter', name: 'B' };
const billion = 1_000_000_000n;

const intOverflow = new CelFault('integer overflow');
const uintOverflow = new CelFault('unsigned integer overflow');

function toWhole(value: CelValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (value instanceof CelUint) return value.value;
  return typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
}

function badSyntax(parser: string, text: string): CelFault {
  return new CelFault(`strconv.${parser}: parsing ${quote(text.slice(0, 100))}: invalid syntax`);
}

function convertToInt(value: CelValue): CelValue {
  if (typeof value === 'string') return parseWhole(value, 'ParseInt', /^[+-]?\d{1,20}$/, [minInt, maxInt]);
  if (value instanceof CelTimestamp) return floorDivide(value.nanoseconds, billion);
  if (value instanceof CelDuration) return value.nanoseconds;
  // The bounds themselves are no safe doubles.
  if (typeof value === 'number' && Math.abs(value) >= 2 ** 63) return intOverflow;
  const whole = toWhole(value);
  return whole === undefined ? intOverflow : toInt(whole);
}

function floorDivide(a: bigint, b: bigint): bigint {
  return a < 0n && a % b !== 0n ? a / b - 1n : a / b;
}

function convertToUint(value: CelValue): CelValue {
  if (typeof value !== 'string') {
    const whole = toWhole(value);
    return whole === undefined ? uintOverflow : toUint(whole);
  }
  const parsed = parseWhole(value, 'ParseUint', /^\d{1,20}$/, [0n, maxUint]);
  return typeof parsed === 'bigint' ? toUint(parsed) : parsed;
}

type Bounds = readonly [least: bigint, most: bigint];

function parseWhole(text: string, parser: string, form: RegExp, [least, most]: Bounds): bigint | CelFault {
  if (!form.test(text)) return badSyntax(parser, text);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value >= least && value <= most) return value;
  return new CelFault(`strconv.${parser}: parsing ${quote(text)}: value out of range`);
}

function convertToDouble(value: CelValue): CelValue {
  if (typeof value === 'string') return parseDouble(value);
  if (typeof value === 'number') return value;
  const whole = toWhole(value);
  return whole === undefined ? noSuchOverload : Number(whole);
}

const special: Readonly<Record<string, number>> = {
  inf: Infinity,
  '+inf': Infinity,
  '-inf': -Infinity,
  infinity: Infinity,
  '+infinity': Infinity,
  '-infinity': -Infinity,
  nan: NaN,
};

function parseDouble(text: string): CelValue {
  if (text.length < 400 && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  return special[text.slice(0, 10).toLowerCase()] ?? badSyntax('ParseFloat', text);
}

const booleans: Readonly<Record<string, boolean>> = {
  '1': true,
  t: true,
  T: true,
  true: true,
  TRUE: true,
  True: true,
  '0': false,
  f: false,
  F: false,
  false: false,
  FALSE: false,
  False: false,
};

function convertToBool(value: CelValue): CelValue {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return noSuchOverload;
  return (
    (value.length < 6 && Object.hasOwn(booleans, value) ? booleans[value] : undefined) ?? badSyntax('ParseBool', value)
  );
}

const notText = new CelFault('invalid UTF-8 in bytes, cannot convert to string');

function convertToString(value: CelValue): CelValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return printDouble(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelTimestamp) return printTimestamp(value);
  if (value instanceof CelDuration) return printSeconds(value);
  return value instanceof Uint8Array ? decode(value) : noSuchOverload;
}

function decode(bytes: Uint8Array): CelValue {
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : notText;
}

function printDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return Object.is(value, -0) ? '-0' : printValue(value);
}

/** `90s`, `1.5s`. */
function printSeconds({ nanoseconds }: CelDuration): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const fraction = formatDuration((size % billion) + billion).slice(1, -1);
  return `${nanoseconds < 0n ? '-' : ''}${size / billion}${fraction}s`;
}

function convertToTimestamp(value: CelValue): CelValue {
  if (value instanceof CelTimestamp) return value;
  if (typeof value === 'bigint') return toTimestamp(value * billion);
  if (typeof value !== 'string') return noSuchOverload;
  return (
    parseInstant(value) ?? new CelFault(`parsing time ${quote(value.slice(0, 100))}: not in the format of RFC 3339`)
  );
}

const longestDuration = 1_000;

function convertToDuration(value: CelValue): CelValue {
  if (value instanceof CelDuration) return value;
  if (typeof value === 'bigint') return toDuration(value);
  if (typeof value !== 'string') return noSuchOverload;
  if (value.length > longestDuration) return new CelFault('time: invalid duration');
  const parsed = parseDuration(value);
  return parsed.ok ? toDuration(parsed.value) : new CelFault(parsed.message);
}

function convertToBytes(value: CelValue): CelValue {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : noSuchOverload;
}

interface Conversion {
  readonly from: readonly CelType[];
  readonly to: CelType;
  readonly run: (value: CelValue) => CelValue;
}

function conversion(name: string, { from, to, run }: Conversion): FunctionEntry[] {
  return from.map((type) => {
    const price: { price?: Price } = isTraversal(type, to) ? { price: prefixPrice } : {};
    return globalFunction(name, { params: [type], result: to, ...price }, (_, value) => run(value));
  });
}

function isTraversal(from: CelType, to: CelType): boolean {
  return (from.kind === 'string' && to.kind === 'bytes') || (from.kind === 'bytes' && to.kind === 'string');
}

/** Counting the characters of a text costs more than its price. */
function sizeOf(meter: CostMeter, value: CelValue): CelValue {
  if (typeof value === 'string') {
    meter.toil(value.length / 32);
    return BigInt(countCharacters(value));
  }
  if (value instanceof Uint8Array) return BigInt(value.length);
  if (value instanceof CelList) return BigInt(value.size);
  return isCelMap(value) ? BigInt(value.size) : noSuchOverload;
}

const sizes: readonly FunctionEntry[] = [t.string, t.bytes, listOf(A), mapOf(A, B)].flatMap((type) => [
  globalFunction('size', { params: [type], result: t.int }, sizeOf),
  memberFunction('size', { params: [type], result: t.int }, sizeOf),
]);

const ofAny: readonly FunctionEntry[] = [
  globalFunction('dyn', { params: [A], result: t.dyn }, (_, value) => value),
  globalFunction(
    'type',
    { params: [A], result: { kind: 'type', of: A } },
    (_, value) => new CelTypeName(celTypeNameOf(value)),
  ),
];

export const conversions: readonly FunctionEntry[] = [
  ...conversion('int', {
    from: [t.int, t.uint, t.double, t.string, t.timestamp, t.duration],
    to: t.int,
    run: convertToInt,
  }),
  ...conversion('uint', { from: [t.uint, t.int, t.double, t.string], to: t.uint, run: convertToUint }),
  ...conversion('double', { from: [t.double, t.int, t.uint, t.string], to: t.double, run: convertToDouble }),
  ...conversion('bool', { from: [t.bool, t.string], to: t.bool, run: convertToBool }),
  ...conversion('string', {
    from: [t.string, t.bool, t.int, t.uint, t.double, t.bytes, t.timestamp, t.duration],
    to: t.string,
    run: convertToString,
  }),
  ...conversion('bytes', { from: [t.bytes, t.string], to: t.bytes, run: convertToBytes }),
  ...conversion('timestamp', { from: [t.timestamp, t.string, t.int], to: t.timestamp, run: convertToTimestamp }),
  ...conversion('duration', { from: [t.duration, t.string, t.int], to: t.duration, run: convertToDuration }),
  ...sizes,
  ...ofAny,
];
