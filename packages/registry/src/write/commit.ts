/**
 * Makes a change against the object as it is, in one transaction of the store, and retries
 * when another write came first. The caller computes the change from the current
 * object.
 *
 *     memory ──▶ change ──▶ store ──done──▶ answer
 *        ▲ refused by         │
 *        │ what memory had    │ somebody else wrote: their object is in the answer
 *      store ◀────────────────┘
 */
import { isSpliced, spliceResourceVersion } from '@keelson/cache';
import type { ObjectVersion } from '@keelson/cache';
import { timeout } from '@keelson/meta';
import type { GroupResource } from '@keelson/meta';
import type { StorageWriteOptions, WriteRefused } from '@keelson/storage';
import { isPromise, type MaybePromise } from '@keelson/telemetry';

import { claimWrites, lostClaim } from '../allocation/claim-writes.ts';
import type { Outcome, Refused } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { encodeStored, finishVersion, plainVersion } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import { showIn, toStoredBytes, type Store } from '../resources/stores.ts';
import { checkOrigin } from '../resources/target-definition.ts';
import { statusOfUnreadable } from '../unreadable.ts';
import { createStored } from './create-stored.ts';
import { findQuickly, findSurely, foundEntry, isStoredAsShown } from './current.ts';
import type { Current, Found } from './current.ts';
import type { StoreParts } from './writing.ts';

export type Change =
  | { readonly kind: 'write'; readonly object: ApiObject }
  /** Deletes it; `last` is what the answer shows, if it is not what was stored. */
  | { readonly kind: 'delete'; readonly last?: ApiObject }
  /** Leaves it as it is. */
  | { readonly kind: 'keep' };

export type MakeChange = (current: Current | undefined) => MaybePromise<Outcome<Change>>;

export interface Committed {
  readonly version: ObjectVersion;
  readonly end: 'created' | 'written' | 'deleted' | 'kept';
  /** True if the store was changed. */
  readonly isStored: boolean;
}

export interface CommitTarget {
  readonly parts: StoreParts;
  readonly store: Store;
  /** The resource's name in refusals. */
  readonly of: GroupResource;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly isDryRun: boolean;
  /** Allow the change of an object that cannot be read (`Current.fault`). It is refused otherwise. */
  readonly takesUnreadable?: boolean;
}

/** Each lost round is a write that another client won, so only a crowd gets near the limit. */
const maxRounds = 200;

/** Rejects as the store fails. */
export async function commit(target: CommitTarget, makeChange: MakeChange): Promise<Outcome<Committed>> {
  const { store, namespace, name } = target;
  const place = () => ({ namespace, name, deadline: target.parts.deadline });
  let found = await findQuickly(store, place());
  for (let round = 0; round < maxRounds; round += 1) {
    const change = await decide(target, found, makeChange);
    const tried = change.ok ? await carryOut(target, found.current, change.value) : change;
    if (tried.ok && 'found' in tried.value) {
      found = tried.value.found;
    } else {
      const ended = tried as Outcome<Committed>;
      if (found.isSure || isProof(ended)) return ended;
      const sure = await findSurely(store, place());
      if (sure.current?.version.revision === found.current?.version.revision) return ended;
      found = sure;
    }
  }
  return refused(timeout('too many others are writing the object', 1));
}

function decide(
  target: CommitTarget,
  { current, isSure }: Found,
  makeChange: MakeChange,
): MaybePromise<Outcome<Change>> {
  const { parts, store, takesUnreadable = false } = target;
  const makes = (): MaybePromise<Outcome<Change>> => {
    const unreadable = takesUnreadable ? undefined : unreadableIn(current);
    return unreadable ?? makeChange(current);
  };
  // The state in the store may be newer than this replica's definition; a create compares that.
  const mayBeNewer = isSure && current !== undefined && store.stored.custom !== undefined;
  if (!mayBeNewer) return makes();
  const checking = checkOrigin(parts.definitions(), store.stored, parts.deadline);
  return checking.then((checked) => (checked.ok ? makes() : checked));
}

function unreadableIn(current: Current | undefined): Refused | undefined {
  if (current?.fault === undefined) return undefined;
  const { key, revision } = current.version;
  return refused(statusOfUnreadable({ key, revision, fault: current.fault }));
}

/** The store itself has confirmed the revision that the watch cache had. A dry run asks no store. */
function isProof(ended: Outcome<Committed>): boolean {
  return ended.ok && ended.value.isStored;
}

/** Another write came first. */
interface Lost {
  readonly found: Found;
}

function carryOut(
  target: CommitTarget,
  current: Current | undefined,
  change: Change,
): MaybePromise<Outcome<Committed | Lost>> {
  switch (change.kind) {
    case 'keep':
      return done({ version: versionOf(current), end: 'kept', isStored: false });
    case 'delete':
      return deleteObject(target, current, change.last);
    case 'write':
      return current === undefined ? createObject(target, change.object) : updateObject(target, current, change.object);
  }
}

function versionOf(current: Current | undefined): ObjectVersion {
  if (current === undefined) throw new Error('a change kept or deleted what is not there');
  return current.version;
}

async function createObject(target: CommitTarget, object: ApiObject): Promise<Outcome<Committed | Lost>> {
  const { parts, store, of, namespace, name } = target;
  if (target.isDryRun) {
    const key = store.keyOf(namespace, name);
    const bytes = await toStoredBytes(store, encodeStored(store.message, object), parts.deadline);
    const version = await showIn(store, plainVersion(key, 0, bytes), parts.deadline);
    return done({ version, end: 'created', isStored: false });
  }
  const created = await createStored(parts, { store, of, askedName: name, namespace, name, object });
  if (!created.ok) return created;
  if (created.value.kind === 'taken') return lost(target, created.value);
  if (created.value.kind === 'lostClaim') return lost(target, { current: undefined });
  return done({ version: created.value.version, end: 'created', isStored: true });
}

/** An update that changes nothing writes nothing, unless what is stored has another form than memory. */
async function updateObject(target: CommitTarget, current: Current, object: ApiObject) {
  const { parts, store } = target;
  const { key, revision: before, value } = current.version;
  const encoded = encodeStored(store.message, object);
  if (isSpliced(encoded, before, value) && isStoredAsShown(store, current))
    return done<Committed | Lost>({ version: current.version, end: 'kept', isStored: false });
  const converted = toStoredBytes(store, encoded, parts.deadline);
  const bytes = isPromise(converted) ? await converted : converted;
  if (target.isDryRun) {
    const version = plainVersion(key, before, spliceResourceVersion(bytes, before));
    return done<Committed | Lost>({
      version: await showIn(store, version, parts.deadline),
      end: 'written',
      isStored: false,
    });
  }
  const claims = claimsOf(target, current, object);
  if (!claims.ok) return claims;
  const companions = claims.value;
  const result = await parts.storage.update(key, bytes, before, { ...optionsOf(target), companions });
  if (!result.ok) {
    if (lostClaim(result, companions)) await parts.ranges?.catchUp(parts.deadline);
    return lost(target, result);
  }
  const accepted = showIn(store, store.cache.accept({ key, revision: result.revision, value: bytes }), parts.deadline);
  const version = isPromise(accepted) ? await accepted : accepted;
  return done<Committed | Lost>({ version, end: 'written', isStored: true });
}

async function deleteObject(target: CommitTarget, current: Current | undefined, last: ApiObject | undefined) {
  const { parts, store } = target;
  const version = versionOf(current);
  const { key, revision } = version;
  const shown = last === undefined ? version : finishVersion(key, revision, encodeStored(store.message, last));
  if (target.isDryRun) return done<Committed | Lost>({ version: shown, end: 'deleted', isStored: false });
  const claims = claimsOf(target, current, undefined);
  if (!claims.ok) return claims;
  const result = await parts.storage.delete(key, revision, { deadline: parts.deadline, companions: claims.value });
  if (!result.ok) return lost(target, result);
  const cascading = parts.cascade(target);
  if (cascading !== undefined) await cascading;
  return done<Committed | Lost>({ version: shown, end: 'deleted', isStored: true });
}

/** The claims of an object that cannot be decoded are unknown: range repair releases them later. */
function claimsOf({ parts, store, namespace, name }: CommitTarget, current: Current | undefined, after?: ApiObject) {
  const before = current?.fault === undefined ? current?.object : undefined;
  return claimWrites(parts.ranges, { store, namespace, name, before, after });
}

async function lost(
  { parts, store }: CommitTarget,
  { current }: Pick<WriteRefused, 'current'>,
): Promise<Outcome<Committed | Lost>> {
  return done({ found: await foundEntry(store, current, parts.deadline) });
}

function optionsOf({ parts, store }: CommitTarget): StorageWriteOptions {
  const { deadline, expirySeconds } = parts;
  return store.stored.expires === true ? { deadline, ttlSeconds: expirySeconds } : { deadline };
}
