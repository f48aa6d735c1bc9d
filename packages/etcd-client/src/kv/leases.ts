/** The messages of `etcdserverpb.Lease` that a server over etcd needs, and that of a compaction. Ids are decimal text. */
import { ProtocolError } from '../errors.ts';
import { decodeDecimal, encodeDecimal, varintField } from '../protobuf/decimal.ts';
import { fieldsOf, numberField } from '../protobuf/fields.ts';

/** etcd chooses the id. */
export function encodeLeaseGrant(ttlSeconds: number): Uint8Array[] {
  return numberField(1, ttlSeconds);
}

/** Throws a `ProtocolError`. */
export function decodeLeaseGrant(message: Buffer): string {
  const id = decodeDecimal(varintField(message, 2));
  if (id === 0n) throw new ProtocolError('etcd granted a lease without an id');
  return id.toString();
}

/** A request that names a lease and nothing else: a revocation, a renewal. */
export function encodeLeaseId(lease: string): Uint8Array[] {
  return [Uint8Array.of(0x08), encodeDecimal(lease)];
}

/** The time that the lease has again; 0 where there is no such lease. Throws a `ProtocolError`. */
export function decodeLeaseRenewal(message: Buffer): number {
  let ttlSeconds = 0;
  for (const { number, value } of fieldsOf(message)) if (number === 3) ttlSeconds = value;
  return ttlSeconds;
}

export function encodeCompaction(revision: number): Uint8Array[] {
  return numberField(1, revision);
}
