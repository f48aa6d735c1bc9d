/**
 * Stores a new object, in one transaction that also compares the revision of its
 * namespace, and of its definition where it is of a custom resource. An object so never outlives its namespace, whichever replica created it and
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
import type { ChangeOptions, Entry } from '@keelson/storage';
import { isPromise } from '@keelson/telemetry';

import { claimWrites, lostClaim } from '../allocation/claim-writes.ts';
import type { Outcome } from '../contract.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { encodeStored } from '../objects/stored-object.ts';
import { done, refused } from '../outcome.ts';
import { showIn, toStoredBytes, type Store } from '../resources/stores.ts';
import { areMet, CreateGuards, guardDefinition, guardNamespace, type CreateGuard } from './create-guards.ts';
import type { StoreParts } from './writing.ts';

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
  | { readonly kind: 'taken'; readonly current: Entry | undefined }
  /** An address or a port of it is another object's, which this replica has now heard of. */
  | { readonly kind: 'lostClaim' };

/** Each lost round is a concurrent change of the namespace. */
const maxRounds = 200;

/** Rejects as the store fails. */
export async function createStored(parts: StoreParts, creation: Creation): Promise<Outcome<Created>> {
  const { store, namespace, name, object } = creation;
  const key = store.keyOf(namespace, name);
  const converted = toStoredBytes(store, encodeStored(store.message, object), parts.deadline);
  const value = isPromise(converted) ? await converted : converted;
  const claims = claimWrites(parts.ranges, { store, namespace, name, after: object });
  if (!claims.ok) return claims;
  const companions = claims.value;
  const guards = new CreateGuards(guardsOf(parts, creation));
  await guards.find();
  for (let round = 0; round < maxRounds; round += 1) {
    const checked = guards.check();
    if (!checked.ok) return checked;
    const result = await parts.storage.create(
      key,
      value,
      optionsOf(parts, store, { compares: checked.value, companions }),
    );
    if (result.ok) {
      const accepted = showIn(store, store.cache.accept({ key, revision: result.revision, value }), parts.deadline);
      return done({ kind: 'stored', version: isPromise(accepted) ? await accepted : accepted });
    }
    if (areMet(checked.value, result)) {
      if (result.current !== undefined || !lostClaim(result, companions)) {
        return done({ kind: 'taken', current: result.current });
      }
      await parts.ranges?.catchUp(parts.deadline);
      return done({ kind: 'lostClaim' });
    }
    guards.learn(result);
  }
  return refused(timeout('too many others are changing the namespace', 1));
}

function guardsOf(parts: StoreParts, { store, of, askedName, namespace = '' }: Creation): readonly CreateGuard[] {
  const { deadline } = parts;
  const target = { of, name: askedName, namespace };
  const namespaces = store.stored.scope === 'Namespaced' ? parts.namespaces() : undefined;
  const definition = guardDefinition(parts.definitions(), store, target, deadline);
  if (namespaces === undefined) return definition === undefined ? [] : [definition];
  const guard = guardNamespace(namespaces, target, deadline);
  return definition === undefined ? [guard] : [guard, definition];
}

function optionsOf(
  { deadline, expirySeconds }: StoreParts,
  { stored }: Store,
  { compares, companions }: Pick<ChangeOptions, 'compares' | 'companions'>,
) {
  return { deadline, ttlSeconds: stored.expires === true ? expirySeconds : undefined, compares, companions };
}
