/** Service accounts and what tokens are bound to, out of the replica's memory; the store is asked where that knows nothing. */
import type { AccountDirectory, LiveObject, ServiceAccountName } from '@keelson/auth';
import type { ObjectVersion } from '@keelson/cache';
import type { Engine, Store } from '@keelson/registry';
import { when } from '@keelson/telemetry';

export function createAccountDirectory(registry: () => Engine | undefined): AccountDirectory {
  const stores = new Map<string, Store>();
  const find = (what: string, isIt: (store: Store) => boolean, name: ServiceAccountName) => {
    const store = stores.get(what) ?? registry()?.stores().find(isIt);
    if (store === undefined) return undefined;
    stores.set(what, store);
    return lookUp(store, name);
  };
  return {
    account: (name) => find('', ({ stored }) => stored.purpose?.kind === 'serviceAccount', name),
    bound: (claim, name) =>
      find(claim, ({ stored: { purpose } }) => purpose?.kind === 'boundObject' && purpose.claim === claim, name),
  };
}

function lookUp({ cache }: Store, name: ServiceAccountName): LiveObject | undefined | Promise<LiveObject | undefined> {
  const found = cache.peek(name);
  if (found !== undefined) return liveObjectOf(found);
  // It may be so new that only another replica has seen it.
  return when(cache.get(name), (got) => (got.ok && got.object !== undefined ? liveObjectOf(got.object) : undefined));
}

const known = new WeakMap<ObjectVersion, LiveObject>();

function liveObjectOf(version: ObjectVersion): LiveObject {
  let live = known.get(version);
  if (live === undefined) known.set(version, (live = readLiveObject(version)));
  return live;
}

function readLiveObject({ value }: ObjectVersion): LiveObject {
  const { metadata } = JSON.parse(Buffer.from(value).toString('utf8')) as {
    readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string };
  };
  const { uid, deletionTimestamp } = metadata;
  return { uid, ...(deletionTimestamp !== undefined && { endsMs: Date.parse(deletionTimestamp) }) };
}
