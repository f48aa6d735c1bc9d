/**
 * The bitmap of a range of addresses or ports as kube-apiserver stores it: a RangeAllocation in JSON or in protobuf,
 * whose bits are the bytes of a large number, the highest first and without zeros before them.
 */
import { RangeAllocation } from '@keelson/api';
import {
  decodeJson,
  decodeProtobuf,
  encodeJson,
  encodeProtobuf,
  isEnvelope,
  openEnvelope,
  parseJson,
  sealEnvelope,
} from '@keelson/schema';

export interface RangeBitmap {
  /** As in the flag: `10.0.0.0/24`, `30000-32767`. */
  readonly range: string;
  readonly bits: Uint8Array;
  readonly isProtobuf: boolean;
}

export type DecodedBitmap =
  { readonly ok: true; readonly bitmap: RangeBitmap } | { readonly ok: false; readonly message: string };

const typeMeta = { kind: 'RangeAllocation', apiVersion: 'v1' };

export function decodeRangeBitmap(value: Uint8Array): DecodedBitmap {
  const isProtobuf = isEnvelope(value);
  const decoded = isProtobuf ? fromProtobuf(value) : fromJson(value);
  if (!decoded.ok) return decoded;
  const { range, data } = decoded.object;
  return { ok: true, bitmap: { range, bits: Buffer.from(data ?? '', 'base64'), isProtobuf } };
}

function fromProtobuf(value: Uint8Array) {
  const opened = openEnvelope(value);
  return opened.ok ? decodeProtobuf(RangeAllocation, opened.envelope.raw) : opened;
}

function fromJson(value: Uint8Array) {
  const parsed = parseJson(Buffer.from(value).toString('utf8'));
  return parsed.ok ? decodeJson(RangeAllocation, parsed.value) : parsed;
}

export function encodeRangeBitmap({ range, bits, isProtobuf }: RangeBitmap): Uint8Array {
  const first = bits.findIndex((byte) => byte !== 0);
  const data = Buffer.from(first === -1 ? [] : bits.subarray(first)).toString('base64');
  const object = { ...typeMeta, metadata: { creationTimestamp: null }, range, data };
  return isProtobuf
    ? sealEnvelope(typeMeta, encodeProtobuf(RangeAllocation, object))
    : Buffer.from(encodeJson(RangeAllocation, object), 'utf8');
}

export function hasBit(bits: Uint8Array, index: number): boolean {
  const byte = bits[bits.length - 1 - (index >> 3)] ?? 0;
  return ((byte >> (index & 7)) & 1) === 1;
}

/** A copy of the bits with these set and those cleared. */
export function changeBits(bits: Uint8Array, set: readonly number[], cleared: readonly number[]): Uint8Array {
  const length = Math.max(bits.length, ...set.map((index) => (index >> 3) + 1));
  const changed = new Uint8Array(length);
  changed.set(bits, length - bits.length);
  for (const index of cleared) write(changed, index, false);
  for (const index of set) write(changed, index, true);
  return changed;
}

function write(bits: Uint8Array, index: number, isSet: boolean): void {
  const at = bits.length - 1 - (index >> 3);
  const mask = 1 << (index & 7);
  if (at >= 0) bits[at] = isSet ? (bits[at] ?? 0) | mask : (bits[at] ?? 0) & ~mask;
}

export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (let byte of bits) for (; byte > 0; byte &= byte - 1) count += 1;
  return count;
}
