/**
 * Leases for keys with a time to live. Keys written at about the same time with the same
 * time to live share one, which lasts a little longer than asked: a lease per key costs
 * etcd more than the key.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { StorageError } from '../contract/errors.ts';
import { callToRead } from './call.ts';
import type { MemberCaller } from './call.ts';

/** A lease accepts further keys for this share of the time to live, at most a minute. */
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
   * Returns the lease for a key that is to live at least this long. A request may wait for a lease that another has
   * requested; `deadline` is that of the request.
   */
  leaseFor(ttlSeconds: number, deadline?: number): Promise<string>;
  /** The lease has expired: the next key gets a new one. */
  forget(ttlSeconds: number): void;
}

/** `onReplaced` is told how many keys a lease has got, when another takes its place. */
export function createLeases(caller: MemberCaller, onReplaced?: (keys: number) => void): Leases {
  // By time to live, of which a server uses a handful.
  const current = new Map<number, Lease>();

  const grant = (ttlSeconds: number): Lease => {
    const shareMs = Math.min(ttlSeconds * 1_000 * shareOfTtl, longestShareMs);
    const lastsSeconds = Math.ceil(ttlSeconds + shareMs / 1_000);
    // A lease whose response was lost expires by itself, so retrying is safe.
    const id = callToRead(caller, ({ kv }, limit) => kv.leases.grant(lastsSeconds, limit));
    const lease = { id, isGranted: false, takesUntilMs: Date.now() + shareMs, keys: 0 };
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
      if (known !== undefined && !isUsable) onReplaced?.(known.keys);
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
