/**
 * The dependents of an owner: those that it controls and selects. Others that it selects and that nobody controls are
 * adopted; those that it controls and selects no more are released.
 */
import type { CachedObject, ObjectIndex } from '@keelson/informers';
import { matchesLabels, type LabelSelector } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import {
  isConflict,
  isNotFound,
  refusedError,
  type ClientRefusal,
  type ControllerClient,
} from '../client/controller-client.ts';
import { controllerOf, orphansOf, ownerReferenceTo } from './owner-index.ts';
import { isBeingDeleted } from './pod-facts.ts';

export interface Claim<T> {
  readonly client: ControllerClient;
  readonly owners: Resource;
  readonly owner: CachedObject<unknown>;
  readonly dependents: Resource;
  /** By `indexByController`. */
  readonly index: ObjectIndex<T>;
  /** `null` selects nothing. */
  readonly selector: LabelSelector | null;
  /** Others are left alone, and are not among the result. */
  readonly concerns?: (dependent: CachedObject<T>) => boolean;
  /** A condition beside the selector. */
  readonly accepts?: (dependent: CachedObject<T>) => boolean;
  /** Metadata that the patches of adoption and of release have besides. */
  readonly adopting?: object;
  readonly releasing?: object;
}

/** Rejects where a dependent could not be adopted or released. */
export async function claimDependents<T>(claim: Claim<T>): Promise<CachedObject<T>[]> {
  const { owner, index } = claim;
  const claimed: CachedObject<T>[] = [];
  const released: CachedObject<T>[] = [];
  for (const dependent of index.get(owner.head.uid)) {
    if (dependent.namespace !== owner.namespace || !concerns(claim, dependent)) continue;
    if (isMatch(claim, dependent)) claimed.push(dependent);
    else if (!isBeingDeleted(owner)) released.push(dependent);
  }
  const orphans = isBeingDeleted(owner) ? [] : findOrphans(claim);
  for (const dependent of released) await release(claim, dependent);
  if (orphans.length === 0) return claimed;
  await checkIsThere(claim);
  for (const orphan of orphans) {
    const adopted = await adopt(claim, orphan);
    if (adopted !== undefined) claimed.push(adopted);
  }
  return claimed;
}

function findOrphans<T>(claim: Claim<T>): CachedObject<T>[] {
  return [...claim.index.get(orphansOf(claim.owner.namespace))].filter(
    (orphan) => !isBeingDeleted(orphan) && isMatch(claim, orphan) && concerns(claim, orphan),
  );
}

function concerns<T>(claim: Claim<T>, dependent: CachedObject<T>): boolean {
  return claim.concerns === undefined || claim.concerns(dependent);
}

function isMatch<T>({ selector, accepts }: Claim<T>, dependent: CachedObject<T>): boolean {
  return matchesLabels(selector, dependent.head.labels) && (accepts === undefined || accepts(dependent));
}

/** The informer may be behind: an owner that is gone, or going, adopts nothing. */
async function checkIsThere({
  client,
  owners,
  owner,
}: Pick<Claim<unknown>, 'client' | 'owners' | 'owner'>): Promise<void> {
  const { namespace, name, head } = owner;
  const found = await client.get<object>({ resource: owners, namespace, name });
  if (!found.ok) throw refusedError(found);
  const { uid } = found.object.head;
  if (uid !== head.uid) {
    throw new Error(`original ${owners.kind} ${namespace}/${name} is gone: got uid ${uid}, wanted ${head.uid}`);
  }
  if (isBeingDeleted(found.object)) throw new Error(`${namespace}/${name} has just been deleted`);
}

/** `undefined` where the dependent is gone. */
async function adopt<T>(claim: Claim<T>, { namespace, name, head }: CachedObject<T>) {
  const { client, owners, owner, dependents, adopting = {} } = claim;
  const patch = { metadata: { uid: head.uid, ownerReferences: [ownerReferenceTo(owners, owner)], ...adopting } };
  const adopted = await client.patch<T>({ resource: dependents, namespace, name }, 'strategic', patch);
  if (adopted.ok) return controllerOf(adopted.object.head)?.uid === owner.head.uid ? adopted.object : undefined;
  if (isNotFound(adopted)) return undefined;
  throw refusedError(adopted);
}

async function release<T>(claim: Claim<T>, { namespace, name, head }: CachedObject<T>): Promise<void> {
  const { client, owner, dependents, releasing = {} } = claim;
  const ownerReferences = [{ $patch: 'delete', uid: owner.head.uid }];
  const patch = { metadata: { uid: head.uid, ownerReferences, ...releasing } };
  const released = await client.patch<T>({ resource: dependents, namespace, name }, 'strategic', patch);
  if (!released.ok && !isGone(released)) throw refusedError(released);
}

/** Gone, or another object of that name: the patch names its uid. */
function isGone(refusal: ClientRefusal): boolean {
  return isNotFound(refusal) || refusal.status.code === 422 || isConflict(refusal);
}
