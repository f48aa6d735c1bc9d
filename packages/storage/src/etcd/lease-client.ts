/** Leases through one member, over the connection that its reads and writes take. */
import {
  decodeLeaseGrant,
  decodeLeaseRenewal,
  encodeLeaseGrant,
  encodeLeaseId,
  type CallLimit,
} from '@keelson/etcd-client';

export interface LeaseClient {
  /** Resolves with the id of a new lease, in decimal. */
  grant(ttlSeconds: number, limit: CallLimit): Promise<string>;
  /** False if there is no such lease. */
  renew(lease: string, limit: CallLimit): Promise<boolean>;
  revoke(lease: string, limit: CallLimit): Promise<void>;
}

/** Sends a call and checks whose answer it is. */
export type CheckedCall = (path: string, parts: readonly Uint8Array[], limit: CallLimit) => Promise<Buffer>;

export function createLeaseClient(call: CheckedCall): LeaseClient {
  return {
    grant: async (ttlSeconds, limit) =>
      decodeLeaseGrant(await call('/etcdserverpb.Lease/LeaseGrant', encodeLeaseGrant(ttlSeconds), limit)),
    // A stream of requests in etcd: one that ends after its first request is answered as a call is.
    renew: async (lease, limit) =>
      decodeLeaseRenewal(await call('/etcdserverpb.Lease/LeaseKeepAlive', encodeLeaseId(lease), limit)) > 0,
    revoke: async (lease, limit) => {
      await call('/etcdserverpb.Lease/LeaseRevoke', encodeLeaseId(lease), limit);
    },
  };
}
