/**
 * Stores a new object, in one transaction that also compares the revision of its
 * namespace. An object so never outlives its namespace, whichever replica created it and
 * however far behind that one is: a namespace that begins to terminate takes a new
 * revision, and every create that knew the one before is refused from then on.
 *
 *     memory ──▶ namespace ──▶ transaction ──done──▶ stored
 *                    ▲              │ the key is taken ──▶ taken
 *                    └──────────────┘ the namespace was changed: it is in the answer
 */
import type { ObjectVersion } from '@keelson/cache';
import { unreadableError } from '@keelson/informers';
import { timeout } from '@keelson/meta';
import type { GroupResource } from '@keelson/meta';
import { isUnreadable } from '@keelson/storage';
import type { Compare, Entry, WriteRefused } from '@keelson/storage';

import type { Outcome } from '../contract.ts';
import { checkTargetNamespace, findTargetNamespace } from '../namespaces/target-namespace.ts';
import type { NewObject } from '../namespaces/target-namespace.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { encodeStored, finishVersion } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import type { WriteParts } from './writing.ts';

export type CreateParts = Pick<WriteParts, 'storage' | 'expirySeconds' | 'namespaces' | 'deadline'>;

export interface Creation {
  readonly store: Store;
  /** The resource's name in refusals. */
  readonly of: GroupResource;
  readonly askedName: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** In the stored version; taken over. */
  readonly object: ApiObject;
}

export type Created =
  | { readonly kind: 'stored'; readonly version: ObjectVersion }
  /** The name is taken, by the object as it stood in the transaction. */
  | { readonly kind: 'taken'; readonly current: Entry | undefined };

/** Each lost round is a concurrent change of the namespace. */
const maxRounds = 200;

/** Rejects as the store fails. Without closures and copies: every create comes through it. */
export async function createStored(parts: CreateParts, creation: Creation): Promise<Outcome<Created>> {
  const { store, namespace, name, object } = creation;
  const key = store.keyOf(namespace, name);
  const value = encodeStored(store.message, object);
  const namespaces = store.stored.scope === 'Namespaced' ? parts.namespaces() : undefined;
  let found = namespaces && (await findTargetNamespace(namespaces, namespace, parts.deadline));
  for (let round = 0; round < maxRounds; round += 1) {
    const target = namespaces && checkTargetNamespace(namespaces, found, targetOf(creation));
    if (target?.ok === false) return target;
    const compare = target && compareWith(target.value);
    const result = await parts.storage.create(key, value, optionsOf(parts, store, compare));
    if (result.ok) {
      return done({ kind: 'stored', version: store.cache.accept({ key, revision: result.revision, value }) });
    }
    if (isMet(compare, result)) return done({ kind: 'taken', current: result.current });
    found = result.compared && versionOfOrThrow(result.compared);
  }
  return refused(timeout('too many others are changing the namespace', 1));
}

function targetOf({ of, askedName, namespace = '' }: Creation): NewObject {
  return { of, name: askedName, namespace };
}

function compareWith({ key, revision }: ObjectVersion): Compare {
  return { key, revision };
}

function optionsOf({ deadline, expirySeconds }: CreateParts, { stored }: Store, compare: Compare | undefined) {
  return { deadline, ttlSeconds: stored.expires === true ? expirySeconds : undefined, compare };
}

/** The namespace was as expected, so that the transaction was refused for the key. */
function isMet(compare: Compare | undefined, { compared }: WriteRefused): boolean {
  return compare === undefined || compared?.revision === compare.revision;
}

function versionOfOrThrow({ key, revision, value }: Entry): ObjectVersion {
  if (isUnreadable(value)) throw unreadableError({ key, revision, ...value });
  return finishVersion(key, revision, value);
}
