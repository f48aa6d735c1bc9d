/**
 * Leases for keys that expire. Keys written at about the same time with the same
 * time to live share one, which lasts a little longer than asked: a lease per key
 * would cost etcd more than the key does.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { StorageError } from '../contract/errors.ts';
import { callToRead } from './call.ts';
import type { Caller } from './call.ts';

/** A lease takes further keys for this part of the time to live, but not for longer than a minute. */
const shareOfTtl = 0.05;
const longestShareMs = 60_000;
const mostKeys = 1_000;

interface Lease {
  readonly id: Promise<string>;
  isGranted: boolean;
  readonly takesUntilMs: number;
  keys: number;
}

export interface Leases {
  /**
   * The lease to write a key with, so that it lives at least so long from now. It is shared, so that a request waits
   * for one that another has asked for; `deadline` is that of the request.
   */
  leaseFor(ttlSeconds: number, deadline?: number): Promise<string>;
  /** etcd does not know it any more: the next key gets a new one. */
  forget(ttlSeconds: number): void;
}

export function createLeases(caller: Caller): Leases {
  // One for each time to live in use, of which a server has a handful.
  const current = new Map<number, Lease>();

  const grant = (ttlSeconds: number): Lease => {
    const shareMs = Math.min(ttlSeconds * 1_000 * shareOfTtl, longestShareMs);
    const request = { TTL: Math.ceil(ttlSeconds + shareMs / 1_000) };
    // A lease whose answer was lost runs out by itself, so that asking again is safe.
    const id = callToRead(caller, (endpoint, call) => endpoint.client.leaseClient.leaseGrant(request, call));
    const lease = { id: id.then(({ ID }) => ID), isGranted: false, takesUntilMs: Date.now() + shareMs, keys: 0 };
    lease.id.then(
      () => (lease.isGranted = true),
      () => current.delete(ttlSeconds),
    );
    current.set(ttlSeconds, lease);
    return lease;
  };

  return {
    leaseFor: (ttlSeconds, deadline) => {
      const known = current.get(ttlSeconds);
      const isUsable = known !== undefined && Date.now() <= known.takesUntilMs && known.keys < mostKeys;
      const lease = isUsable ? known : grant(ttlSeconds);
      lease.keys += 1;
      return lease.isGranted || deadline === undefined ? lease.id : until(deadline, lease.id);
    },
    forget: (ttlSeconds) => {
      current.delete(ttlSeconds);
    },
  };
}

async function until(deadline: number, granting: Promise<string>): Promise<string> {
  const aborter = new AbortController();
  const late = wait(Math.max(0, deadline - Date.now()), undefined, { signal: aborter.signal });
  try {
    const id = await Promise.race([granting, late]);
    if (id !== undefined) return id;
    throw new StorageError('unavailable', 'etcd did not grant a lease in time.', { applied: 'no' });
  } finally {
    aborter.abort();
    late.catch(() => undefined);
  }
}
