/** Service accounts, and the objects that tokens are bound to, out of listers. */
import type { CachedObject, Informers, Lister } from '@keelson/informers';
import { when } from '@keelson/telemetry';

import type { AccountDirectory, LiveObject } from './account-directory.ts';
import type { ServiceAccountName } from './service-account-name.ts';

/** One that cannot be read vouches for no token. */
export function createAccountDirectory({
  resources,
  lister,
}: Pick<Informers, 'resources' | 'lister'>): AccountDirectory {
  const [accounts] = resources.where(({ purpose }) => purpose?.kind === 'serviceAccount');
  const accountLister = accounts && lister(accounts.stored);
  const byClaim = new Map<string, Lister<unknown>>();
  for (const { stored } of resources.all().toReversed()) {
    if (stored.purpose?.kind === 'boundObject') byClaim.set(stored.purpose.claim, lister(stored));
  }
  return {
    account: (name) => lookUp(accountLister, name),
    bound: (claim, name) => lookUp(byClaim.get(claim), name),
  };
}

function lookUp(
  objects: Lister<unknown> | undefined,
  name: ServiceAccountName,
): LiveObject | undefined | Promise<LiveObject | undefined> {
  const found = objects?.getReadable(name);
  return when(found, liveObjectOf);
}

const known = new WeakMap<CachedObject<unknown>, LiveObject>();

function liveObjectOf(object: CachedObject<unknown> | undefined): LiveObject | undefined {
  if (object === undefined) return undefined;
  let live = known.get(object);
  if (live === undefined) known.set(object, (live = readLiveObject(object)));
  return live;
}

function readLiveObject({ head: { uid, deletionTimestamp } }: CachedObject<unknown>): LiveObject {
  return { uid, endsMs: deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp) };
}
