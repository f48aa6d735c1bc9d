/** Service accounts, and the objects that tokens are bound to, out of listers. */
import type { CachedObject, Informers, Lister } from '@keelson/informers';
import { when } from '@keelson/telemetry';

import { digestOf } from '../authentication/credentials.ts';
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
  const tokenKeys = new Map<string, string>();
  for (const { stored } of resources.all().toReversed()) {
    if (stored.purpose?.kind !== 'boundObject') continue;
    const { claim, tokenKey } = stored.purpose;
    byClaim.set(claim, lister(stored));
    if (tokenKey !== undefined) tokenKeys.set(claim, tokenKey);
  }
  return {
    account: (name) => lookUp(accountLister, name),
    bound: (claim, name) => lookUp(byClaim.get(claim), name, tokenKeys.get(claim)),
  };
}

function lookUp(
  objects: Lister<unknown> | undefined,
  name: ServiceAccountName,
  tokenKey?: string,
): LiveObject | undefined | Promise<LiveObject | undefined> {
  const found = objects?.getReadable(name);
  return when(found, (object) => liveObjectOf(object, tokenKey));
}

const known = new WeakMap<CachedObject<unknown>, LiveObject>();

function liveObjectOf(object: CachedObject<unknown> | undefined, tokenKey?: string): LiveObject | undefined {
  if (object === undefined) return undefined;
  let live = known.get(object);
  if (live === undefined) known.set(object, (live = readLiveObject(object, tokenKey)));
  return live;
}

function readLiveObject(object: CachedObject<unknown>, tokenKey: string | undefined): LiveObject {
  const { uid, deletionTimestamp } = object.head;
  const endsMs = deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp);
  return tokenKey === undefined ? { uid, endsMs } : { uid, endsMs, tokenDigest: tokenDigestOf(object, tokenKey) };
}

/** Its values are in base64. */
function tokenDigestOf({ decoded }: CachedObject<unknown>, key: string): string | undefined {
  if (!decoded.ok) return undefined;
  const { data = {} } = decoded.object as { readonly data?: Readonly<Record<string, string>> };
  const kept = Object.hasOwn(data, key) ? data[key] : undefined;
  return kept === undefined ? undefined : digestOf(Buffer.from(kept, 'base64').toString('utf8'));
}
