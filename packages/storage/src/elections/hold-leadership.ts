/**
 * Renews the lease of a leader, and ends the leadership in time when it cannot.
 *
 *     leading ──resigned, key deleted, lease expired, no renewal in time, store closed──▶ ended
 *
 * Time is counted from before each request was sent, so that this process counts less of it than etcd does. The last
 * part of a lease is left unused: it bridges the time until the timer fires.
 */
import type { Leadership } from '../contract/elections.ts';
import { StorageError } from '../contract/errors.ts';
import type { Compare } from '../contract/compare.ts';
import type { Storage, Watch, Watcher } from '../contract/storage.ts';
import type { ElectionLease } from './election-lease.ts';

export interface HoldOptions {
  readonly storage: Pick<Storage, 'watch'>;
  readonly folder: string;
  readonly lease: ElectionLease;
  readonly fence: Compare;
  readonly ttlMs: number;
  /** Of `performance.now`, from before the lease was granted. */
  readonly grantedAt: number;
}

/** Of the lease, from one renewal to the next, and left unused at its end. */
const renewalShare = 1 / 3;
const unusedShare = 1 / 10;

export function holdLeadership({ storage, folder, lease, fence, ttlMs, grantedAt }: HoldOptions): Leadership {
  const ending = new AbortController();
  const usableMs = ttlMs * (1 - unusedShare);
  let validUntil = grantedAt + usableMs;
  let expiry: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let released: Promise<void> = Promise.resolve();

  const end = (reason: StorageError): void => {
    if (ending.signal.aborted) return;
    clearTimeout(expiry);
    clearTimeout(renewal);
    ending.abort(reason);
    watch.close();
    // Lets the next candidate in early; without an answer the lease expires by itself.
    released = lease.revoke().catch(() => undefined);
  };
  const lose = (why: string): void =>
    end(new StorageError('unavailable', `The leadership of ${folder} has ended: ${why}.`));

  /** Ends the leadership unless it is called again in time. */
  const arm = (): void => {
    clearTimeout(expiry);
    expiry = setTimeout(() => lose('its lease was not renewed in time'), validUntil - performance.now()).unref();
  };
  const renew = async (): Promise<void> => {
    const sentAt = performance.now();
    const isAlive = await lease.renew(Date.now() + validUntil - sentAt);
    if (ending.signal.aborted) return;
    if (!isAlive) {
      lose('its lease has expired');
      return;
    }
    validUntil = sentAt + usableMs;
    arm();
    renewIn(ttlMs * renewalShare);
  };
  const renewIn = (ms: number): void => {
    // After a failure it is retried until the leadership ends.
    const retry = (): void => {
      if (!ending.signal.aborted) renewIn(ttlMs * unusedShare);
    };
    renewal = setTimeout(() => {
      renew().catch(retry);
    }, ms).unref();
  };

  const watch = watchKey(storage, {
    folder,
    fence,
    onEnd: end,
    onChange: () => lose('its key was changed or deleted'),
  });
  arm();
  renewIn(ttlMs * renewalShare);

  return {
    signal: ending.signal,
    fence,
    isCurrent: () => !ending.signal.aborted && performance.now() < validUntil,
    resign: async () => {
      lose('it was resigned');
      await released;
    },
  };
}

interface KeyWatchOptions {
  readonly folder: string;
  readonly fence: Compare;
  readonly onChange: () => void;
  readonly onEnd: (error: StorageError) => void;
}

function watchKey(storage: Pick<Storage, 'watch'>, { folder, fence, onChange, onEnd }: KeyWatchOptions): Watch {
  const watcher: Watcher = {
    onEvents: (events) => {
      if (events.some(({ key }) => key === fence.key)) onChange();
    },
    onEnd,
  };
  return storage.watch(folder, fence.revision, watcher, { withPrevious: false });
}
