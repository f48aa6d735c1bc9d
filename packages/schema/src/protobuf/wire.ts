/**
 * The words of the wire: wire types, tags, and the fault that reading bad bytes
 * raises. Knows nothing of messages.
 */

/** As the encoding's specification numbers them; 3 and 4 are groups, which nobody here writes and all refuse. */
export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
export const FIXED32 = 5;

export type WireType = typeof VARINT | typeof FIXED64 | typeof LENGTH_DELIMITED | typeof FIXED32;

export const MAX_FIELD_NUMBER = 2 ** 29 - 1;

export function fieldTag(number: number, wireType: WireType): number {
  return number * 8 + wireType;
}

const brand = Symbol('wire fault');

/** Thrown inside the decoder only; `decodeProtobuf` and `openEnvelope` turn it into a value. */
class WireFault extends Error {
  readonly [brand] = true;
}

export function isWireFault(fault: unknown): fault is Error {
  return typeof fault === 'object' && fault !== null && brand in fault;
}

export function refuseMessage(message: string): never {
  throw new WireFault(message);
}
