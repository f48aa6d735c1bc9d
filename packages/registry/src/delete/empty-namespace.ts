/**
 * Empties a terminating namespace: deletes its content, lists it again, and removes the
 * finalizer once nothing is left. To be called again as long as something is; the caller
 * decides when.
 *
 * An empty look is final. Every list here is at a revision at or above that of the
 * namespace as it was found terminating, and no create into it commits above that
 * revision, since creates compare it (see `write/create-stored.ts`). The finalizer is
 * taken off at that same revision of the namespace, and the namespace is deleted as what
 * this wrote: one that was made since under the same name is never touched.
 */
import type { ObjectVersion } from '@keelson/cache';
import { headOfOrThrow, isTerminating } from '@keelson/informers';
import { conflict, notFound } from '@keelson/meta';

import type { Caller, DeleteAnswer, Outcome } from '../contract.ts';
import { deleteObject } from './delete-object.ts';
import { emptyStore } from './empty-store.ts';
import { plainDelete } from './plain-delete.ts';
import { groupResourceOf } from '../objects/form.ts';
import { done, refused } from '../outcome.ts';
import type { Store, Stores } from '../resources/stores.ts';
import { commit } from '../write/commit.ts';
import type { Change, Committed } from '../write/commit.ts';
import type { WriteParts } from '../write/writing.ts';
import type { Emptying } from '../namespaces/emptying.ts';

const caller: Caller = { user: { name: 'system:namespace-controller', groups: [] }, userAgent: 'namespace-controller' };

/** Overrides what objects say of their dependents, which go with the namespace too. */
const propagationPolicy = 'Background';

/** Rejects as the store fails. A namespace that does not exist, or is not terminating, is left unchanged. */
export async function emptyNamespace(parts: WriteParts, stores: Stores, name: string): Promise<Outcome<Emptying>> {
  const namespaces = stores.namespaces();
  const got = await namespaces?.cache.get({ name });
  const namespace = got?.ok === true ? got.object : undefined;
  if (namespaces === undefined || namespace === undefined || !isTerminating(namespace)) return done({ remaining: 0 });
  const filled = (await look(stores, name, namespace)).filter(({ count }) => count > 0);
  for (const { store } of filled) {
    const emptied = await emptyStore(parts, { store, namespace: name, caller, propagationPolicy });
    if (!emptied.ok) return emptied;
  }
  if (filled.length > 0) {
    const left = await look(stores, name, namespace);
    const remaining = left.reduce((sum, { count }) => sum + count, 0);
    if (remaining > 0) return done({ remaining });
  }
  return release(parts, namespaces, name, namespace);
}

function release(parts: WriteParts, namespaces: Store, name: string, { revision }: ObjectVersion) {
  return parts.offload?.releaseNamespace(name, revision) ?? releaseNamespace(parts, namespaces, name, revision);
}

interface Content {
  readonly store: Store;
  /** The number of objects in the namespace; at least 1 if a current list could not be had. */
  readonly count: number;
}

/** Lists concurrently, so that the most recent reads share their wait. */
async function look(stores: Stores, namespace: string, { revision }: ObjectVersion): Promise<readonly Content[]> {
  const namespaced = stores.all().filter(({ stored }) => stored.scope === 'Namespaced');
  return Promise.all(
    namespaced.map(async (store) => {
      const listed = await store.cache.list({ namespace, collectsUnreadable: true });
      const isSeen = listed.ok && listed.revision >= revision;
      return { store, count: isSeen ? listed.objects.length + listed.unreadable.length : 1 };
    }),
  );
}

/** Takes the finalizer of the content off the namespace, and deletes it if nothing else holds it. */
export async function releaseNamespace(
  parts: WriteParts,
  namespaces: Store,
  name: string,
  revision: number,
): Promise<Outcome<Emptying>> {
  const released = await takeFinalizerOff(parts, namespaces, name, revision);
  const deleted = released.ok ? await deleteReleased(parts, namespaces, released.value.version) : released;
  return deleted.ok || deleted.status.reason === 'NotFound' ? done({ remaining: 0 }) : deleted;
}

/** Exactly this version, not what else may bear its name by now. */
function deleteReleased(parts: WriteParts, namespaces: Store, released: ObjectVersion): Promise<Outcome<DeleteAnswer>> {
  const { uid, name } = headOfOrThrow(released);
  const plan = { ...plainDelete, propagationPolicy, uid, resourceVersion: String(released.revision) };
  const place = { resource: namespaces.stored, name };
  // The request that began its end was admitted; a plugin that refuses now would leave a namespace that nobody can use.
  return deleteObject({ parts, store: namespaces, place, plan, caller, isAdmitted: true });
}

function takeFinalizerOff(
  parts: WriteParts,
  namespaces: Store,
  name: string,
  revision: number,
): Promise<Outcome<Committed>> {
  const of = groupResourceOf(namespaces.stored);
  const target = { parts, store: namespaces, of, namespace: undefined, name, isDryRun: false };
  return commit(target, (current): Outcome<Change> => {
    if (current === undefined) return refused(notFound(of, name));
    // Others may have changed the namespace since its content was listed: the caller tries again.
    if (current.version.revision !== revision) return refused(conflict(of, name));
    const object = structuredClone(current.object);
    const { deletion } = namespaces.stored;
    if (deletion.kind === 'twoPhase') deletion.release(object as never);
    return done({ kind: 'write', object });
  });
}
