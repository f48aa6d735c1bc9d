/** Writes: one transaction each, with a lease if the key has a time to live. */
import type { TxnRequest } from '@keelson/etcd-client';

import type { WriteResult } from '../contract/storage.ts';
import { isLeaseGone } from './failure.ts';
import { callToWrite } from './call.ts';
import type { MemberCaller } from './call.ts';
import type { Leases } from './leases.ts';

export function write(caller: MemberCaller, options: TxnRequest, deadline?: number): Promise<WriteResult> {
  const writing = callToWrite(caller, ({ kv }, limit) => kv.txn(options, limit), deadline);
  const { companions } = options;
  return companions === undefined ? writing : writing.then((result) => splitCompared(options, companions, result));
}

/** etcd reads the keys of companions after those that are compared, where they expect a revision. */
function splitCompared(
  { compares }: TxnRequest,
  companions: NonNullable<TxnRequest['companions']>,
  result: WriteResult,
): WriteResult {
  if (result.ok) return result;
  const { compared = [], ...refused } = result;
  const rest = compared.slice(compares?.length ?? 0).values();
  return {
    ...refused,
    ...(compares !== undefined && { compared: compared.slice(0, compares.length) }),
    accompanied: companions.map(({ expectedRevision }) =>
      expectedRevision === undefined ? undefined : rest.next().value,
    ),
  };
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
