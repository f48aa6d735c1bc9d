/**
 * Empties a terminating namespace: deletes its content, lists it again, and removes the
 * finalizer once nothing is left. To be called again as long as something is; the caller
 * decides when.
 *
 * An empty look is final. Every list here is at a revision at or above that of the
 * namespace as it was found terminating, and no create into it commits above that
 * revision, since creates compare it (see `write/create-stored.ts`). The finalizer is
 * taken off, and the namespace deleted, at that same revision of the namespace, or at the one
 * that the report of the progress gave it: one that was made since under the same name is never touched.
 */
import type { ObjectVersion } from '@keelson/cache';
import { isTerminating } from '@keelson/informers';
import { conflict, notFound } from '@keelson/meta';
import type { DeletionProgress } from '@keelson/schema';

import type { Caller, Outcome } from '../contract.ts';
import { emptyStore } from './empty-store.ts';
import { countContent, listContent, type KindContent } from './namespace-content.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { timeText } from '../objects/api-time.ts';
import { groupResourceOf } from '../objects/form.ts';
import { done, refused } from '../outcome.ts';
import type { Store, Stores } from '../resources/stores.ts';
import { commit } from '../write/commit.ts';
import type { Change, CommitTarget } from '../write/commit.ts';
import type { Current } from '../write/current.ts';
import type { WriteParts } from '../write/writing.ts';
import { countElsewhere, nothingElsewhere } from '../namespaces/emptying.ts';
import type { ContentElsewhere, EmptyElsewhere, Emptying } from '../namespaces/emptying.ts';

const caller: Caller = {
  user: { name: 'system:namespace-controller', groups: [] },
  userAgent: 'kube-controller-manager',
};

/** Overrides what objects say of their dependents, which go with the namespace too. */
const propagationPolicy = 'Background';

export interface NamespaceToEmpty {
  readonly name: string;
  /** Absent where no other server holds anything. What it leaves holds the namespace. */
  readonly emptyElsewhere?: EmptyElsewhere | undefined;
}

/** Rejects as the store fails. A namespace that does not exist, or is not terminating, is left unchanged. */
export async function emptyNamespace(
  parts: WriteParts,
  stores: Stores,
  { name, emptyElsewhere }: NamespaceToEmpty,
): Promise<Outcome<Emptying>> {
  const namespaces = stores.namespaces();
  const got = await namespaces?.cache.get({ name });
  const namespace = got?.ok === true ? got.object : undefined;
  if (namespaces === undefined || namespace === undefined || !isTerminating(namespace)) return done({ remaining: 0 });
  const filled = await listContent(stores, name, namespace);
  const failures = await emptyStores(parts, name, filled);
  const left = filled.length === 0 ? filled : await listContent(stores, name, namespace);
  const elsewhere = (await emptyElsewhere?.(name)) ?? nothingElsewhere;
  const progress = joinProgress({ now: timeText(parts.now()), failures, ...(await countContent(left)) }, elsewhere);
  const reported = await report(parts, namespaces, namespace, progress);
  if (!reported.ok) return reported;
  const remaining = left.reduce((sum, { count }) => sum + count, 0) + countElsewhere(elsewhere);
  return remaining > 0 ? done({ remaining }) : release(parts, namespaces, name, reported.value);
}

/** The same objects may be told of twice: only that there are some counts for what is decided. */
function joinProgress(here: DeletionProgress, elsewhere: ContentElsewhere): DeletionProgress {
  if (elsewhere === nothingElsewhere) return here;
  return {
    now: here.now,
    failures: [...here.failures, ...elsewhere.failures],
    discoveryFault: elsewhere.discoveryFault,
    remaining: new Map([...here.remaining, ...elsewhere.remaining]),
    finalizers: addCounts(here.finalizers, elsewhere.finalizers),
  };
}

function addCounts(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(some);
  for (const [name, count] of others) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

/** A kind that cannot be emptied keeps no other from it. Returns why, a sentence for each. */
async function emptyStores(parts: WriteParts, namespace: string, filled: readonly KindContent[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { store } of filled) {
    const emptied = await emptyStore(parts, { store, namespace, caller, propagationPolicy });
    if (!emptied.ok) failures.push(emptied.status.message ?? `${store.stored.plural} cannot be deleted`);
  }
  return failures;
}

/** Returns the namespace as it is then: as it was where there is nothing new to tell. */
async function report(
  parts: WriteParts,
  namespaces: Store,
  listed: ObjectVersion,
  progress: DeletionProgress,
): Promise<Outcome<ObjectVersion>> {
  const { deletion } = namespaces.stored;
  const { name } = namespaces.cache.namesOf(listed);
  const target = targetOf(parts, namespaces, name);
  const committed = await commit(target, (current): Outcome<Change> => {
    const checked = checkListed(target, current, listed.revision);
    if (!checked.ok) return checked;
    const object = structuredClone(checked.value);
    const isNew = deletion.kind === 'twoPhase' && deletion.report?.(object as never, progress) === true;
    return done(isNew ? { kind: 'write', object } : { kind: 'keep' });
  });
  return committed.ok ? done(committed.value.version) : committed;
}

function release(parts: WriteParts, namespaces: Store, name: string, { revision }: ObjectVersion) {
  return parts.offload?.releaseNamespace(name, revision) ?? releaseNamespace(parts, namespaces, name, revision);
}

/** Takes the finalizer of the content off the namespace, and deletes it if nothing else holds it. */
export async function releaseNamespace(
  parts: WriteParts,
  namespaces: Store,
  name: string,
  revision: number,
): Promise<Outcome<Emptying>> {
  const { deletion } = namespaces.stored;
  const target = targetOf(parts, namespaces, name);
  const released = await commit(target, (current): Outcome<Change> => {
    const checked = checkListed(target, current, revision);
    if (!checked.ok) return checked;
    const object = structuredClone(checked.value);
    if (deletion.kind === 'twoPhase') deletion.release(object as never);
    const isHeld = deletion.kind === 'twoPhase' && deletion.isHeld(object as never);
    // The request that began its end was admitted: no plugin is asked that would leave a namespace that nobody can use.
    const isLast = !isHeld && (object.metadata.finalizers ?? []).length === 0;
    return done(isLast ? { kind: 'delete' } : { kind: 'write', object });
  });
  return released.ok || released.status.reason === 'NotFound' ? done({ remaining: 0 }) : released;
}

function targetOf(parts: WriteParts, store: Store, name: string): CommitTarget {
  return { parts, store, of: groupResourceOf(store.stored), namespace: undefined, name, isDryRun: false };
}

/** Others may have changed the namespace since its content was listed: the caller tries again. */
function checkListed({ of, name }: CommitTarget, current: Current | undefined, revision: number): Outcome<ApiObject> {
  if (current === undefined) return refused(notFound(of, name));
  return current.version.revision === revision ? done(current.object) : refused(conflict(of, name));
}
