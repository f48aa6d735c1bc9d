/**
 * Empties a namespace that is going: deletes what is in it, and lets go of it once
 * nothing is left. To be called again as long as something is; whoever calls it decides
 * when.
 */
import type { Caller, Outcome } from '../contract.ts';
import { deleteCollection } from '../delete/delete-collection.ts';
import { deleteObject } from '../delete/delete-object.ts';
import type { DeletePlan } from '../options/delete-plan.ts';
import { done } from '../outcome.ts';
import type { Store, Stores } from '../resources/stores.ts';
import { commit } from '../write/commit.ts';
import type { Change } from '../write/commit.ts';
import type { WriteParts } from '../write/writing.ts';

export interface Emptying {
  /** Objects that are still there, held by finalizers or by their time to end. 0: the namespace is let go of. */
  readonly remaining: number;
}

const caller: Caller = { user: { name: 'system:namespace-controller' }, userAgent: 'namespace-controller' };

const atOnce: DeletePlan = {
  isDryRun: false,
  gracePeriodSeconds: undefined,
  uid: undefined,
  resourceVersion: undefined,
  orphanDependents: undefined,
  propagationPolicy: 'Background',
};

/** Rejects as the store fails. A namespace that is not there, or not going, is left as it is. */
export async function emptyNamespace(parts: WriteParts, stores: Stores, name: string): Promise<Outcome<Emptying>> {
  const namespaces = stores.namespaces();
  const got = await namespaces?.window.get({ name });
  const namespace = got?.ok === true ? got.object : undefined;
  const isGoing = namespace?.value.includes('"deletionTimestamp":"') === true;
  if (namespaces === undefined || !isGoing) return done({ remaining: 0 });
  let remaining = 0;
  for (const store of stores.all()) {
    if (store.stored.scope !== 'Namespaced') continue;
    const left = await emptyStore(parts, store, name);
    if (!left.ok) return left;
    remaining += left.value;
  }
  return remaining > 0 ? done({ remaining }) : release(parts, namespaces, name);
}

/** How many are left afterwards. */
async function emptyStore(parts: WriteParts, store: Store, namespace: string): Promise<Outcome<number>> {
  const { window } = store;
  const before = await window.list({ namespace, limit: 1 });
  if (!before.ok || before.objects.length === 0) return done(0);
  const place = { resource: store.stored, namespace };
  const deleted = await deleteCollection({ parts, store, place, plan: atOnce, caller }, {});
  if (!deleted.ok) return deleted;
  const after = await window.list({ namespace });
  return done(after.ok ? after.objects.length : 1);
}

/** Takes the hold of the content off the namespace, and deletes it if there is no other. */
async function release(parts: WriteParts, namespaces: Store, name: string): Promise<Outcome<Emptying>> {
  const { twoPhaseDelete } = namespaces.stored;
  const target = { parts, store: namespaces, namespace: undefined, name, isDryRun: false };
  const released = await commit(target, (current): Promise<Outcome<Change>> => {
    if (current?.object.metadata.deletionTimestamp === undefined) return Promise.resolve(done({ kind: 'keep' }));
    const object = structuredClone(current.object);
    twoPhaseDelete?.release(object as never);
    return Promise.resolve(done({ kind: 'write', object }));
  });
  if (!released.ok) return released;
  const place = { resource: namespaces.stored, name };
  const deleted = await deleteObject({ parts, store: namespaces, place, plan: atOnce, caller });
  return deleted.ok || deleted.status.reason === 'NotFound' ? done({ remaining: 0 }) : deleted;
}
