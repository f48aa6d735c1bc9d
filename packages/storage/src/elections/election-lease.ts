/** The ability of an engine that elections stand on: keys that disappear unless their holder lives. */
import type { WriteResult } from '../contract/storage.ts';

export interface ElectionLease {
  /** Creates a key that is deleted with the lease. */
  create(key: string, value: Uint8Array): Promise<WriteResult>;
  /** Extends the lease to its full time from now on. False if it has expired. `deadline`: milliseconds since 1970. */
  renew(deadline: number): Promise<boolean>;
  /** Deletes the lease, and its key. */
  revoke(): Promise<void>;
}

export interface ElectionLeases {
  /** Resolves with a lease that lives for at least so long from the call on. */
  grant(ttlSeconds: number): Promise<ElectionLease>;
  /** The key that was written at this revision has a live holder, as far as the engine knows better than the store. */
  isHeld(revision: number): boolean;
}
