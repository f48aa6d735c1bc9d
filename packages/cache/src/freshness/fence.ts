/**
 * A write by the watch cache itself, which proves it complete: once the fence's event
 * arrives, every event before it has arrived. It is needed when the revision of the store
 * has moved without an event, because of a write outside the prefix. It costs the store
 * one small write for all waiting reads, where otherwise a whole list would be read from
 * the store.
 */
import type { Storage } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import type { RevisionWaiters } from './revision-waiters.ts';
import { createSharedRead } from './shared-read.ts';

export interface FenceParts {
  readonly storage: Pick<Storage, 'prefix' | 'create' | 'update'>;
  readonly reachedRevision: () => number;
  readonly waiters: RevisionWaiters;
  /** A text that is not made twice. */
  readonly makeNonce: () => string;
  readonly clock: Pick<Clock, 'after' | 'now'>;
}

/**
 * `true` once memory holds every write that was acknowledged before the call. `false`
 * if that cannot be had so; never rejects.
 */
export type Fence = () => Promise<boolean>;

/** Its first part begins with a dot, as no resource does. */
const fenceName = '.keelson/fence';
/** Other replicas write the same key, so the first try may come too late. */
const tries = 3;
/** For the write and its event together: what takes longer has lost its way. */
const patienceMs = 1_000;

export function createFence({ storage, reachedRevision, waiters, makeNonce, clock }: FenceParts): Fence {
  const key = `${storage.prefix}${fenceName}`;
  /** Of the key, as it stood when it was last written or found written. */
  let known: number | undefined;

  const write = async (deadline: number): Promise<number | undefined> => {
    // No two are alike, so that a store which was restored from a backup cannot pass one off for another.
    const value = Buffer.from(JSON.stringify({ nonce: makeNonce() }));
    for (let left = tries; left > 0; left -= 1) {
      const result = await (known === undefined
        ? storage.create(key, value, { deadline })
        : storage.update(key, value, known, { deadline }));
      known = result.ok ? result.revision : result.current?.revision;
      if (result.ok) return result.revision;
    }
    return undefined;
  };

  const ask = async (): Promise<boolean> => {
    const deadline = Date.now() + patienceMs;
    const revision = await write(deadline).catch(() => undefined);
    if (revision === undefined) return false;
    return reachedRevision() >= revision || waiters.wait(revision, Math.max(0, deadline - Date.now()));
  };
  return createSharedRead({ ask, clock });
}
