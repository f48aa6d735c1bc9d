/** Claims that a write of an object creates and deletes, as companion writes in the object's transaction. */
import { badRequest } from '@keelson/meta';
import type { RangeClaim } from '@keelson/schema';
import { maxCompanions, type CompanionWrite, type WriteRefused } from '@keelson/storage';

import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { done, refused } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import type { WriteRanges } from './write-ranges.ts';

export interface ClaimedObject {
  readonly store: Pick<Store, 'stored'>;
  readonly namespace: string | undefined;
  readonly name: string;
  /** Absent for a new object. */
  readonly before?: ApiObject | undefined;
  /** Absent for one that is deleted. */
  readonly after?: ApiObject | undefined;
}

/** `undefined` where the claims do not change. */
export function claimWrites(
  ranges: WriteRanges | undefined,
  { store, namespace, name, before, after }: ClaimedObject,
): Outcome<readonly CompanionWrite[] | undefined> {
  const { allocation } = store.stored;
  if (ranges === undefined || allocation === undefined) return done(undefined);
  const keysOf = (object: ApiObject | undefined) =>
    new Set(
      object === undefined ? [] : allocation.claimsOf(object as never).map((claim: RangeClaim) => ranges.keyOf(claim)),
    );
  const [held, wanted] = [keysOf(before), keysOf(after)];
  const taken = [...wanted].filter((key) => !held.has(key));
  const released = [...held].filter((key) => !wanted.has(key));
  if (taken.length + released.length === 0) return done(undefined);
  const value = Buffer.from(JSON.stringify({ resource: store.stored.plural, namespace, name }));
  const writes: CompanionWrite[] = [
    ...taken.map((key) => ({ key, value, expectedRevision: 0 })),
    ...released.map((key) => ({ key, value: undefined })),
  ];
  if (writes.length <= maxCompanions) return done(writes);
  return refused(badRequest(`a write allocates and releases at most ${maxCompanions} addresses and ports`));
}

/** True if the write was refused because another object has claimed one of its items. */
export function lostClaim({ accompanied = [] }: WriteRefused, writes: readonly CompanionWrite[] = []): boolean {
  return writes.some(({ expectedRevision }, index) => expectedRevision === 0 && accompanied[index] !== undefined);
}
