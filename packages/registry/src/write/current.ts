/** An object as a writer finds it, and how sure that is. */
import type { ObjectVersion, UnreadableObject } from '@keelson/cache';
import { peekDecoded } from '@keelson/informers';
import { groupVersion } from '@keelson/schema';
import { isUnreadable } from '@keelson/storage';
import type { Entry } from '@keelson/storage';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { ApiObject } from '../objects/api-object.ts';
import { copyObject } from '../objects/copy-object.ts';
import { decodeStored, encodeStored, plainVersion } from '../objects/stored-object.ts';
import { showIn, type Store } from '../resources/stores.ts';

export interface Current {
  readonly version: ObjectVersion;
  /** The version of the watch cache or the store, where `version` was converted from it. */
  readonly held?: ObjectVersion | undefined;
  /** In the stored version, with its resourceVersion. Shared: must not be changed. */
  readonly object: ApiObject;
  /** Why it cannot be read. The object then has its type and the names in its key, and nothing of what is stored. */
  readonly fault?: string | undefined;
}

/** False where what is stored has another form, so that a write that changes nothing has to be made all the same. */
export function isStoredAsShown({ cache, view }: Store, { version, held = version }: Current): boolean {
  return !cache.isConformed(held) && view?.isInStoredVersion(held) !== false;
}

export interface Found {
  readonly current: Current | undefined;
  /** True for the state at the time of the request; false for that of the watch cache, which may lag. */
  readonly isSure: boolean;
}

export interface Finding {
  readonly namespace: string | undefined;
  readonly name: string;
  /** The deadline of the request. */
  readonly deadline: number | undefined;
}

/** Reads the watch cache first. An absence there may be lag, so it is confirmed by the store. */
export function findQuickly(store: Store, place: Finding): MaybePromise<Found> {
  const version = store.cache.peek(place);
  if (version === undefined) return findSurely(store, place);
  if (store.view !== undefined) return foundIn(store, version, { isSure: false, deadline: place.deadline });
  return { current: currentOf(store, version), isSure: false };
}

/** Freshness: most recent. Rejects as the store fails. */
export async function findSurely(store: Store, { namespace, name, deadline }: Finding): Promise<Found> {
  const got = await store.cache.get({ namespace, name }, { kind: 'mostRecent', deadline });
  if (!got.ok) return { current: got.reason === 'unreadable' ? standInFor(store, got) : undefined, isSure: true };
  return got.object === undefined ? absent : foundIn(store, got.object, { isSure: true, deadline });
}

const absent: Found = { current: undefined, isSure: true };

interface Circumstances extends Pick<Found, 'isSure'> {
  readonly deadline: number | undefined;
}

function foundIn(store: Store, held: ObjectVersion, { isSure, deadline }: Circumstances): MaybePromise<Found> {
  return when(showIn(store, held, deadline), (version) => ({
    current: { ...currentOf(store, version), held },
    isSure,
  }));
}

/** The current entry, from the response to a transaction whose comparison failed. Rejects as conversions fail. */
export function foundEntry(store: Store, entry: Entry | undefined, deadline?: number): MaybePromise<Found> {
  if (entry === undefined) return absent;
  const { key, revision, value, isStale } = entry;
  if (isUnreadable(value)) return { current: standInFor(store, { key, revision, ...value }), isSure: true };
  return foundIn(store, store.cache.finish({ key, revision, value, isStale }), { isSure: true, deadline });
}

function currentOf(store: Store, version: ObjectVersion): Current {
  const known = peekDecoded(store.message, version.value);
  if (known !== undefined) return { version, object: copyObject(known) };
  const decoded = decodeStored(store.message, version.value);
  if (decoded.ok) return { version, object: decoded.object };
  const { key, revision } = version;
  return standInFor(store, { key, revision, fault: decoded.fault });
}

/** A stand-in made of the key, without the value: it suffices to compare the key, and to delete it at its revision. */
function standInFor({ stored, message, folder }: Store, { key, revision, fault }: UnreadableObject): Current {
  const path = key.slice(folder.length);
  const slash = path.indexOf('/');
  const name = path.slice(slash + 1);
  const metadata = stored.scope === 'Namespaced' ? { name, namespace: path.slice(0, slash) } : { name };
  const named = { kind: stored.kind, apiVersion: groupVersion(stored), metadata };
  const decoded = decodeStored(message, Buffer.from(JSON.stringify(named)));
  if (!decoded.ok) throw new Error(`no ${stored.kind} can be made of a name: ${decoded.fault}`);
  const { object } = decoded;
  return { version: plainVersion(key, revision, encodeStored(message, object)), object, fault };
}
