/** An object as a writer finds it, and how sure that is. */
import type { ObjectVersion } from '@keelson/cache';
import type { Entry } from '@keelson/storage';

import type { ApiObject } from '../objects/api-object.ts';
import { decodeStoredOrThrow, finishVersion } from '../objects/stored-object.ts';
import type { Store } from '../resources/stores.ts';
import type { Soon } from '../soon.ts';

export interface Current {
  readonly version: ObjectVersion;
  /** In the stored version, with its resourceVersion. Shared: must not be changed. */
  readonly object: ApiObject;
}

export interface Found {
  readonly current: Current | undefined;
  /** Whether it was so when the write was asked for, rather than what memory last heard. */
  readonly isSure: boolean;
}

/** What memory has. An absence in memory says too little. */
export function findQuickly(store: Store, namespace: string | undefined, name: string): Soon<Found> {
  const version = store.window.peek({ namespace, name });
  if (version === undefined) return findSurely(store, namespace, name);
  return { current: currentOf(store, version), isSure: false };
}

/** Freshness: most recent. Rejects as the store fails. */
export async function findSurely(store: Store, namespace: string | undefined, name: string): Promise<Found> {
  const got = await store.window.get({ namespace, name });
  const version = got.ok ? got.object : undefined;
  return { current: version && currentOf(store, version), isSure: true };
}

/** What a transaction answered that was refused. */
export function foundEntry(store: Store, entry: Entry | undefined): Found {
  if (entry === undefined) return { current: undefined, isSure: true };
  return { current: currentOf(store, finishVersion(entry.key, entry.revision, entry.value)), isSure: true };
}

function currentOf(store: Store, version: ObjectVersion): Current {
  return { version, object: decodeStoredOrThrow(store.message, version) };
}
