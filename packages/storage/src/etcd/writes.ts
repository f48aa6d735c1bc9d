/** Writes: one transaction each, with a lease if the key has a time to live. */
import type { TxnRequest } from '@keelson/etcd-client';

import type { WriteResult } from '../contract/storage.ts';
import { isLeaseGone } from './failure.ts';
import { callToWrite } from './call.ts';
import type { MemberCaller } from './call.ts';
import type { Leases } from './leases.ts';

export function write(caller: MemberCaller, options: TxnRequest, deadline?: number): Promise<WriteResult> {
  return callToWrite(caller, ({ kv }, limit) => kv.txn(options, limit), deadline);
}

export interface ExpiringOptions {
  readonly ttlSeconds: number;
  readonly deadline: number | undefined;
}

export async function writeExpiring(
  caller: MemberCaller,
  leases: Leases,
  options: TxnRequest,
  { ttlSeconds, deadline }: ExpiringOptions,
): Promise<WriteResult> {
  const lease = await leases.leaseFor(ttlSeconds, deadline);
  try {
    return await write(caller, { ...options, lease }, deadline);
  } catch (error) {
    // The process was stopped until the lease expired: nothing was written.
    if (!isLeaseGone(error)) throw error;
    leases.forget(ttlSeconds);
    return await write(caller, { ...options, lease: await leases.leaseFor(ttlSeconds, deadline) }, deadline);
  }
}
