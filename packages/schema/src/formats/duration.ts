/**
 * Durations between their text (`1h30m0s`) and nanoseconds, in the notation that the
 * field's clients read and write.
 */
import { accept, reject } from './outcome.ts';
import type { FormatOutcome } from './outcome.ts';
import { stripTrailing } from './strip-trailing.ts';

const second = 1_000_000_000n;
const minute = 60n * second;
const hour = 60n * minute;

const units = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', second],
  ['m', minute],
  ['h', hour],
]);

const largest = 2n ** 63n;
/** More digits than a nanosecond count can use; bounds what a fraction costs. */
const usefulDigits = 18;

/** Nanoseconds in `text`: numbers with units, largest first or not. */
export function parseDuration(text: string): FormatOutcome<bigint> {
  const invalid = reject(`time: invalid duration ${JSON.stringify(text)}`);
  const isNegative = text.startsWith('-');
  const unsigned = text.replace(/^[-+]/, '');
  if (unsigned === '0') return accept(0n);
  if (unsigned === '') return invalid;
  let total = 0n;
  const part = /([0-9]*)\.?([0-9]*)([^.0-9]*)/y;
  while (part.lastIndex < unsigned.length) {
    const [, whole = '', fraction = '', unit = ''] = part.exec(unsigned) ?? [];
    const fault = findFault(whole + fraction, unit);
    if (fault !== undefined) return reject(`time: ${fault} duration ${JSON.stringify(text)}`);
    total += measure(whole, fraction, unit);
    if (total > largest) return invalid;
  }
  if (isNegative) return accept(-total);
  return total < largest ? accept(total) : invalid;
}

function findFault(digits: string, unit: string): string | undefined {
  if (digits === '') return 'invalid';
  if (unit === '') return 'missing unit in';
  return units.has(unit) ? undefined : `unknown unit ${JSON.stringify(unit)} in`;
}

function measure(whole: string, fraction: string, unit: string): bigint {
  const size = units.get(unit) ?? 0n;
  const digits = whole.replace(/^0+/, '');
  if (digits.length > usefulDigits + 1) return largest + 1n;
  const used = fraction.slice(0, usefulDigits);
  return BigInt(digits) * size + (BigInt(used) * size) / 10n ** BigInt(used.length);
}

export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`;
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 1_000n)}\u00b5s`;
  if (nanoseconds < second) return `${decimal(nanoseconds, 1_000_000n)}ms`;
  const hours = nanoseconds / hour;
  const minutes = (nanoseconds % hour) / minute;
  const seconds = `${decimal(nanoseconds % minute, second)}s`;
  if (hours > 0n) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${minutes}m${seconds}` : seconds;
}

/** `text` as the API prints it. */
export function canonicalDuration(text: string): FormatOutcome {
  const parsed = parseDuration(text);
  return parsed.ok ? accept(formatDuration(parsed.value)) : parsed;
}

function decimal(value: bigint, unit: bigint): string {
  const digits = (value % unit).toString().padStart(unit.toString().length - 1, '0');
  const fraction = stripTrailing(digits, '0');
  return fraction === '' ? (value / unit).toString() : `${value / unit}.${fraction}`;
}
