/**
 * Leader election among the processes that share a store, for work that one of them does at a time.
 *
 * An election is a key that only its leader holds. On etcd the key hangs on a lease that the leader renews, so it
 * disappears within `ttlSeconds` after the leader's process, or its connection to etcd, has died. The embedded store
 * has one process; candidates of that process are elected one after the other.
 */
import type { Compare } from './compare.ts';

export interface CandidateOptions {
  /** Names this candidate to others, as a host name with a process id does. Several may share it. */
  readonly identity: string;
  /** Another candidate takes over at most this long after a leader has died. Whole seconds from 2 on; 15 by default. */
  readonly ttlSeconds?: number;
  /**
   * A leader of the same identity is an earlier process of this candidate, which is known to have ended: it is deposed,
   * and its lease is not waited for.
   */
  readonly replacesNamesake?: boolean;
  /** Ends the campaign: `campaign` then rejects with its reason, and this candidate does not lead. */
  readonly signal?: AbortSignal;
}

export interface Leadership {
  /**
   * Aborted when this leadership has ended: resigned, lost, or the store was closed. Its reason is a `StorageError`.
   * Aborted before another candidate can be elected, unless this process was stopped meanwhile.
   */
  readonly signal: AbortSignal;
  /**
   * For `compares`: the write is refused once this leadership has ended, even where this process was stopped for so
   * long that it does not know yet.
   */
  readonly fence: Compare;
  /** False from the moment on at which another candidate may lead. Compares clocks, so it is also right just after a stop. */
  isCurrent(): boolean;
  /** Lets the next candidate lead. Resolves when it can; never rejects. */
  resign(): Promise<void>;
}

export interface Leader {
  readonly identity: string;
  /** The revision at which it was elected; each leadership of an election has a higher one. */
  readonly revision: number;
}

export interface Elections {
  /**
   * Waits until this candidate leads the election.
   * Order: none; whichever candidate is first once the place is free.
   * Retry: waits while the store is unavailable.
   * Fails with: `invalidArgument`, `invalidKey`, `closed`, or the reason of `signal`.
   */
  campaign(election: string, options: CandidateOptions): Promise<Leadership>;
  /**
   * The leader, `undefined` if there is none. Linearizable; a leader that has died is returned until its lease expires.
   * Fails with: `invalidKey`, `unavailable`, `closed`.
   */
  leader(election: string): Promise<Leader | undefined>;
}
