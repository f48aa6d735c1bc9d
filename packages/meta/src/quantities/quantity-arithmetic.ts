/** Arithmetic on quantities in canonical text. Reading and printing one is the business of its format. */
import {
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  signOf,
  stripTrailing,
  type Quantity,
} from '@keelson/schema';

/** Beyond this difference of exponents the smaller of two quantities is negligible. */
const maxSpread = 1000;

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareQuantity(a: string, b: string): number {
  return compareQuantities(readOrThrow(a), readOrThrow(b));
}

export function signOfQuantity(text: string): -1 | 0 | 1 {
  return signOf(readOrThrow(text));
}

export function isWholeQuantity(text: string): boolean {
  const { digits, exponent } = readOrThrow(text);
  return exponent >= 0 || digits === '0' || trailingZeros(digits) >= -exponent;
}

/** The sum keeps powers of 1024 when the first summand that is not zero has them and they fit. */
export function addQuantity(a: string, b: string): string {
  const [left, right] = [readOrThrow(a), readOrThrow(b)];
  if (signOf(left) === 0) return b;
  if (signOf(right) === 0) return a;
  const spread = left.digits.length + left.exponent - right.digits.length - right.exponent;
  if (Math.abs(spread) > maxSpread) return spread > 0 ? a : b;
  const exponent = Math.min(left.exponent, right.exponent);
  return print(unscaledAt(left, exponent) + unscaledAt(right, exponent), exponent, a.endsWith('i'));
}

/** `a` less `b`, in the notation that their sum would have. May be negative. */
export function subtractQuantity(a: string, b: string): string {
  if (signOfQuantity(b) === 0) return a;
  return addQuantity(a, b.startsWith('-') ? b.slice(1) : `-${b.startsWith('+') ? b.slice(1) : b}`);
}

/** The least whole quantity that is no smaller; away from zero below it. */
export function roundUpQuantity(text: string): string {
  if (isWholeQuantity(text)) return text;
  const quantity = readOrThrow(text);
  const unit = 10n ** BigInt(-quantity.exponent);
  const whole = (BigInt(quantity.digits) + unit - 1n) / unit;
  return print(quantity.isNegative ? -whole : whole, 0, text.endsWith('i'));
}

/** Returns true if `text` is a positive integer multiple of `unit`. */
export function isMultipleOfQuantity(text: string, unit: string): boolean {
  const [left, right] = [readOrThrow(text), readOrThrow(unit)];
  if (signOf(left) <= 0 || signOf(right) <= 0 || left.exponent - right.exponent > maxSpread) return false;
  const exponent = Math.min(left.exponent, right.exponent);
  if (right.exponent - exponent > maxSpread) return false;
  return unscaledAt(left, exponent) % unscaledAt(right, exponent) === 0n;
}

/** The quotient of `text` and `unit`, with the precision of a double. */
export function ratioOfQuantities(text: string, unit: string): number {
  return approximate(readOrThrow(text)) / approximate(readOrThrow(unit));
}

function approximate({ digits, exponent, isNegative }: Quantity): number {
  return Number(`${isNegative ? '-' : ''}${digits}e${exponent}`);
}

function readOrThrow(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (!parsed.ok) throw new TypeError(`not a quantity: ${text}`);
  return parsed.value;
}

function trailingZeros(digits: string): number {
  return digits.length - stripTrailing(digits, '0').length;
}

function unscaledAt({ digits, exponent, isNegative }: Quantity, target: number): bigint {
  const magnitude = BigInt(digits) * 10n ** BigInt(exponent - target);
  return isNegative ? -magnitude : magnitude;
}

function print(unscaled: bigint, exponent: number, isBinary: boolean): string {
  const sign = unscaled < 0n ? '-' : '';
  const magnitude = unscaled < 0n ? -unscaled : unscaled;
  const text = isBinary ? printBinary(magnitude, exponent) : undefined;
  return canonicalQuantity(sign + (text ?? printDecimal(magnitude, exponent))) ?? '0';
}

function printBinary(magnitude: bigint, exponent: number): string | undefined {
  const scale = 10n ** BigInt(Math.abs(exponent));
  const whole = exponent < 0 ? magnitude / scale : magnitude * scale;
  const isExact = exponent >= 0 || magnitude % scale === 0n;
  return isExact && whole !== 0n && whole % 1024n === 0n ? `${whole / 1024n}Ki` : undefined;
}

/** With a suffix where there is one, for a quantity keeps the notation it was written in. */
function printDecimal(magnitude: bigint, exponent: number): string {
  if (exponent > 30) return `${magnitude}e${exponent}`;
  if (exponent >= 0) return `${magnitude}${'0'.repeat(exponent)}`;
  const thousandths = Math.ceil(-exponent / 3);
  return `${magnitude}${'0'.repeat(thousandths * 3 + exponent)}${['', 'm', 'u', 'n'][thousandths] ?? ''}`;
}
