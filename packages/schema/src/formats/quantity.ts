/**
 * Quantities: whole numbers with a power of ten or of 1024, such as `250m`, `1Gi` or
 * `12e6`. Gives each the text the API prints for it, and compares them. Knows no
 * resources and no units.
 */
import { accept, reject } from './outcome.ts';
import type { FormatOutcome } from './outcome.ts';
import { stripTrailing } from './strip-trailing.ts';

export interface Quantity {
  /** As the API prints it. */
  readonly text: string;
  readonly isNegative: boolean;
  /** The magnitude is `digits` × 10^`exponent`; no zero leads, and zero is `0`. */
  readonly digits: string;
  readonly exponent: number;
}

type Notation = 'decimal' | 'exponent' | 'binary';

interface Parts {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly notation: Notation;
  /** The power of ten, or of two when the notation is binary. */
  readonly power: number;
}

interface Magnitude {
  readonly digits: string;
  readonly exponent: number;
}

const messages = {
  form: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  number: 'unable to parse numeric part of quantity',
  suffix: "unable to parse quantity's suffix",
} as const;

/** No quantity of use is longer; without a limit its arithmetic would cost more than its length. */
const maxLength = 1000;
/** Digits that fit an int64 with any of the factors below. Longer numbers are always reprinted. */
const shortDigits = 18;
const largestPower = 2 ** 31 - 1;
const nano = -9;
const billion = 10n ** 9n;
const maxBinary = 2n ** 63n - 1n;

const form = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?$/;

const decimalPowers = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const decimalSuffixes = new Map([...decimalPowers].map(([suffix, power]) => [power, suffix]));
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

export function parseQuantity(text: string): FormatOutcome<Quantity> {
  const parts = splitQuantity(text);
  return parts.ok ? accept(evaluate(text, parts.value)) : parts;
}

/** Fast path for the common notations: such a quantity is canonical already, unless 1024 divides its number. */
const usual = /^([1-9][0-9]{0,3})[KMGT]i$|^[1-9][0-9]{0,2}[mkMGTPE]?$/;

/** The text the API prints for a quantity, or nothing when it is none. */
export function canonicalQuantity(text: string): string | undefined {
  const match = usual.exec(text);
  if (match !== null && (match[1] === undefined || Number(match[1]) % 1024 !== 0)) return text;
  const parsed = parseQuantity(text);
  return parsed.ok ? parsed.value.text : undefined;
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const signs = signOf(a) - signOf(b);
  if (signs !== 0) return signs;
  return a.isNegative ? compareMagnitudes(b, a) : compareMagnitudes(a, b);
}

export function signOf(quantity: Quantity): -1 | 0 | 1 {
  if (quantity.digits === '0') return 0;
  return quantity.isNegative ? -1 : 1;
}

function compareMagnitudes(a: Magnitude, b: Magnitude): number {
  const lengths = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (lengths !== 0 || a.digits === b.digits) return lengths;
  const width = Math.max(a.digits.length, b.digits.length);
  const left = a.digits.padEnd(width, '0');
  const right = b.digits.padEnd(width, '0');
  return left === right ? 0 : left < right ? -1 : 1;
}

function splitQuantity(text: string): FormatOutcome<Parts> {
  if (text === '') return reject(messages.form);
  if (text.length > maxLength) return reject(messages.number);
  const match = form.exec(text);
  if (match === null) return reject(messages.form);
  const [, sign, whole = '', fraction = '', suffix = ''] = match;
  const scale = readSuffix(suffix);
  if (scale === undefined) return reject(messages.suffix);
  const { notation, power } = scale;
  return accept({ isNegative: sign === '-', whole: whole.replace(/^0+/, '') || '0', fraction, notation, power });
}

function readSuffix(suffix: string): Pick<Parts, 'notation' | 'power'> | undefined {
  const decimal = decimalPowers.get(suffix);
  if (decimal !== undefined) return { notation: 'decimal', power: decimal };
  const binary = binarySuffixes.indexOf(suffix);
  if (binary > 0) return { notation: 'binary', power: binary * 10 };
  if (!/^[eE][+-]?[0-9]+$/.test(suffix)) return undefined;
  const power = Number(suffix.slice(1));
  return Math.abs(power) <= largestPower ? { notation: 'exponent', power } : undefined;
}

function evaluate(text: string, parts: Parts): Quantity {
  if (parts.notation === 'binary') return evaluateBinary(text, parts);
  const digits = parts.whole + parts.fraction;
  const exponent = parts.power - parts.fraction.length;
  const magnitude = roundUpToNano({ digits: stripZeros(digits), exponent });
  const isAsWritten =
    digits.length <= shortDigits &&
    exponent >= nano &&
    exponent % 3 === 0 &&
    !digits.endsWith('000') &&
    !digits.startsWith('0');
  return finish(parts, magnitude, isAsWritten ? text : printDecimal(magnitude, parts.notation));
}

function evaluateBinary(text: string, parts: Parts): Quantity {
  const value = parts.fraction === '' ? Number(parts.whole) * 2 ** parts.power : 0;
  if (value >= 1024 && value <= Number.MAX_SAFE_INTEGER) return finishBinary(text, parts, value);
  const scaled = BigInt(parts.whole + parts.fraction) * 2n ** BigInt(parts.power);
  const nanos = divideUp(scaled * billion, 10n ** BigInt(parts.fraction.length));
  const capped = nanos > maxBinary * billion ? maxBinary * billion : nanos;
  const whole = capped / billion;
  if (capped % billion === 0n && whole >= 1024n) return finishBinary(text, parts, whole);
  const magnitude = { digits: capped.toString(), exponent: nano };
  return finish(parts, magnitude, printDecimal(magnitude, 'decimal'));
}

/** Takes plain numbers too: arithmetic with bigints would be a third of what the validation of a Pod costs. */
function finishBinary(text: string, parts: Parts, value: bigint | number): Quantity {
  const magnitude = { digits: value.toString(), exponent: 0 };
  return finish(parts, magnitude, isBinaryAsWritten(parts) ? text : printBinary(BigInt(value)));
}

function divideUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

/** Divisible by eight means that a larger suffix may fit: the API then prints anew, else it keeps what was written. */
function isBinaryAsWritten({ whole, fraction, power }: Parts): boolean {
  const room = 14 - whole.length - (power / 10) * 3;
  return fraction === '' && room >= 0 && Number(whole) % 8 !== 0;
}

function finish({ isNegative }: Parts, magnitude: Magnitude, printed: string): Quantity {
  if (magnitude.digits === '0') return { text: '0', isNegative: false, digits: '0', exponent: 0 };
  const hasSign = printed.startsWith('-') || !isNegative;
  const { digits, exponent } = magnitude;
  return { digits, exponent, isNegative, text: hasSign ? printed : `-${printed}` };
}

/** A fraction of a nano is rounded away from zero, so that a small request never becomes none. */
function roundUpToNano({ digits, exponent }: Magnitude): Magnitude {
  if (exponent >= nano || digits === '0') return { digits, exponent };
  const kept = digits.slice(0, Math.max(0, digits.length - (nano - exponent))) || '0';
  const isExact = /^0*$/.test(digits.slice(kept === '0' ? 0 : kept.length));
  return { digits: isExact ? kept : (BigInt(kept) + 1n).toString(), exponent: nano };
}

function printDecimal({ digits, exponent }: Magnitude, notation: Notation): string {
  const stripped = stripTrailing(digits, '0');
  const power = exponent + digits.length - stripped.length;
  const padding = ((power % 3) + 3) % 3;
  const suffix = notation === 'decimal' ? decimalSuffixes.get(power - padding) : undefined;
  return stripped + '0'.repeat(padding) + (suffix ?? printExponent(power - padding));
}

/** Also where no decimal suffix is large enough: `1000E` is `1e21`. */
function printExponent(power: number): string {
  return power === 0 ? '' : `e${power}`;
}

function printBinary(value: bigint): string {
  let rest = value;
  let suffix = 0;
  while (rest % 1024n === 0n) {
    rest /= 1024n;
    suffix += 1;
  }
  return `${rest}${binarySuffixes[suffix] ?? ''}`;
}

function stripZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, '');
}
