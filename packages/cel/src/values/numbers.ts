/** Arithmetic of 64 bits: the ranges of `int` and `uint`, and comparison across the types of numbers. */
import { CelDuration, CelFault, CelTimestamp, CelUint } from './value.ts';

export const maxInt = 2n ** 63n - 1n;
export const minInt = -(2n ** 63n);
export const maxUint = 2n ** 64n - 1n;

const intOverflow = new CelFault('integer overflow');
const uintOverflow = new CelFault('unsigned integer overflow');
const durationOverflow = new CelFault('duration overflow');
const timestampOverflow = new CelFault('timestamp overflow');

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z. */
const minTimestamp = -62_135_596_800_000_000_000n;
const maxTimestamp = 253_402_300_799_999_999_999n;

export function toInt(value: bigint): bigint | CelFault {
  return value > maxInt || value < minInt ? intOverflow : value;
}

export function toUint(value: bigint): CelUint | CelFault {
  return value > maxUint || value < 0n ? uintOverflow : new CelUint(value);
}

export function toDuration(nanoseconds: bigint): CelDuration | CelFault {
  return nanoseconds > maxInt || nanoseconds < minInt ? durationOverflow : new CelDuration(nanoseconds);
}

export function toTimestamp(nanoseconds: bigint): CelTimestamp | CelFault {
  const isOutside = nanoseconds < minTimestamp || nanoseconds > maxTimestamp;
  return isOutside ? timestampOverflow : new CelTimestamp(nanoseconds);
}

/** The mathematical value of a number, for comparison; `undefined` for values of other types. */
export function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return value instanceof CelUint ? value.value : undefined;
}
