/**
 * A write of the window's own, to learn that nothing is missing: when its event has
 * come, so has every event before it. This is for when the revision of the store has
 * moved and no event tells why, which is the case when something outside the prefix
 * is written. It costs the store one small write for all who wait, where a list
 * would have to be read from the store whole.
 */
import type { Storage } from '@keelson/storage';

import type { RevisionWaiters } from './revision-waiters.ts';
import { createSharedQuestion } from './shared-question.ts';

export interface FenceParts {
  readonly storage: Pick<Storage, 'prefix' | 'create' | 'update'>;
  readonly reachedRevision: () => number;
  readonly waiters: RevisionWaiters;
  /** A text that is not made twice. */
  readonly makeNonce: () => string;
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
/** An event that takes longer has lost its way. */
const patienceMs = 1_000;

export function createFence({ storage, reachedRevision, waiters, makeNonce }: FenceParts): Fence {
  const key = `${storage.prefix}${fenceName}`;
  /** Of the key, as it stood when it was last written or found written. */
  let known: number | undefined;

  const write = async (): Promise<number | undefined> => {
    // No two are alike, so that a store which was restored from a backup cannot pass one off for another.
    const value = Buffer.from(JSON.stringify({ nonce: makeNonce() }));
    for (let left = tries; left > 0; left -= 1) {
      const result = known === undefined ? await storage.create(key, value) : await storage.update(key, value, known);
      known = result.ok ? result.revision : result.current?.revision;
      if (result.ok) return result.revision;
    }
    return undefined;
  };

  return createSharedQuestion(async () => {
    const revision = await write().catch(() => undefined);
    if (revision === undefined) return false;
    return reachedRevision() >= revision || waiters.wait(revision, patienceMs);
  });
}
