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
import { timeout } from '@keelson/meta';
import type { GroupResource } from '@keelson/meta';
import { isUnreadable } from '@keelson/storage';
import type { Compare, CreateOptions, Entry, WriteResult } from '@keelson/storage';

import type { Outcome } from '../contract.ts';
import { checkTargetNamespace, findTargetNamespace } from '../namespaces/target-namespace.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { encodeStored, finishVersion } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import type { Store } from '../resources/stores.ts';
import { unreadableError } from '../unreadable.ts';
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

/** Rejects as the store fails. */
export async function createStored(parts: CreateParts, creation: Creation): Promise<Outcome<Created>> {
  const { store, namespace, name, object } = creation;
  const key = store.keyOf(namespace, name);
  const bytes = encodeStored(store.message, object);
  const create = (options: CreateOptions): Promise<WriteResult> => parts.storage.create(key, bytes, options);
  const { deadline, expirySeconds } = parts;
  const options = store.stored.expires === true ? { deadline, ttlSeconds: expirySeconds } : { deadline };
  const namespaces = store.stored.scope === 'Namespaced' ? parts.namespaces() : undefined;
  const written =
    namespaces === undefined || namespace === undefined
      ? done(await create(options))
      : await createInNamespace(namespaces, { ...creation, namespace, deadline }, (compare) =>
          create({ ...options, compare }),
        );
  if (!written.ok) return written;
  const result = written.value;
  if (!result.ok) return done({ kind: 'taken', current: result.current });
  return done({ kind: 'stored', version: store.window.accept({ key, revision: result.revision, value: bytes }) });
}

type NamespacedCreation = Creation & { readonly namespace: string; readonly deadline: number | undefined };

async function createInNamespace(
  namespaces: Store,
  { of, askedName, namespace, deadline }: NamespacedCreation,
  create: (compare: Compare) => Promise<WriteResult>,
): Promise<Outcome<WriteResult>> {
  let found = await findTargetNamespace(namespaces, namespace, deadline);
  for (let round = 0; round < maxRounds; round += 1) {
    const target = checkTargetNamespace(namespaces, found, { of, name: askedName, namespace });
    if (!target.ok) return target;
    const { key, revision } = target.value;
    const result = await create({ key, revision });
    if (result.ok || result.compared?.revision === revision) return done(result);
    found = result.compared && versionOfOrThrow(result.compared);
  }
  return refused(timeout('too many others are changing the namespace', 1));
}

function versionOfOrThrow({ key, revision, value }: Entry): ObjectVersion {
  if (isUnreadable(value)) throw unreadableError({ key, revision, ...value });
  return finishVersion(key, revision, value);
}
