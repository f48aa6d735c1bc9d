/**
 * Leases for keys that expire. Keys written at about the same time with the same
 * time to live share one, which lasts a little longer than asked: a lease per key
 * would cost etcd more than the key does.
 */
import { callToWrite } from './call.ts';
import type { Caller } from './call.ts';

/** A lease takes further keys for this part of the time to live, but not for longer than a minute. */
const shareOfTtl = 0.05;
const longestShareMs = 60_000;
const mostKeys = 1_000;

interface Lease {
  readonly id: Promise<string>;
  readonly takesUntilMs: number;
  keys: number;
}

export interface Leases {
  /** The lease to write a key with, so that it lives at least so long from now. */
  leaseFor(ttlSeconds: number): Promise<string>;
  /** etcd does not know it any more: the next key gets a new one. */
  forget(ttlSeconds: number): void;
}

export function createLeases(caller: Caller): Leases {
  // One for each time to live in use, of which a server has a handful.
  const current = new Map<number, Lease>();

  const grant = (ttlSeconds: number): Lease => {
    const shareMs = Math.min(ttlSeconds * 1_000 * shareOfTtl, longestShareMs);
    const request = { TTL: Math.ceil(ttlSeconds + shareMs / 1_000) };
    const id = callToWrite(caller, (endpoint, call) => endpoint.client.leaseClient.leaseGrant(request, call));
    const lease = { id: id.then(({ ID }) => ID), takesUntilMs: Date.now() + shareMs, keys: 0 };
    lease.id.catch(() => current.delete(ttlSeconds));
    current.set(ttlSeconds, lease);
    return lease;
  };

  return {
    leaseFor: (ttlSeconds) => {
      const known = current.get(ttlSeconds);
      const isUsable = known !== undefined && Date.now() <= known.takesUntilMs && known.keys < mostKeys;
      const lease = isUsable ? known : grant(ttlSeconds);
      lease.keys += 1;
      return lease.id;
    },
    forget: (ttlSeconds) => {
      current.delete(ttlSeconds);
    },
  };
}
