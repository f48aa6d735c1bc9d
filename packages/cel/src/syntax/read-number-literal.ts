/** Reads the literals of numbers. */
import { maxInt, maxUint, minInt } from '../values/numbers.ts';
import { CelUint } from '../values/value.ts';
import { SyntaxFault } from './source-fault.ts';
import type { CelValue } from '../values/value.ts';

/** Longer integers are out of range. */
const longestInteger = 40;

/** The value of a number's text, with the minus before it if there is one. */
export function readNumberLiteral(text: string, at: number): CelValue {
  if (!/^-?(?:0x[0-9a-fA-F]+|[0-9]+)[uU]?$/.test(text)) return readDouble(text, at);
  return /[uU]$/.test(text) ? readUint(text.slice(0, -1), at) : readInt(text, at);
}

function readInt(text: string, at: number): bigint {
  const isNegative = text.startsWith('-');
  const size = readSize(isNegative ? text.slice(1) : text);
  const value = isNegative && size !== undefined ? -size : size;
  if (value === undefined || value > maxInt || value < minInt) throw new SyntaxFault(at, 'invalid int literal');
  return value;
}

function readUint(text: string, at: number): CelUint {
  const size = text.startsWith('-') ? undefined : readSize(text);
  if (size === undefined || size > maxUint) throw new SyntaxFault(at, 'invalid uint literal');
  return new CelUint(size);
}

function readSize(digits: string): bigint | undefined {
  return digits.length > longestInteger ? undefined : BigInt(digits);
}

function readDouble(text: string, at: number): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new SyntaxFault(at, 'invalid double literal');
  return value;
}
