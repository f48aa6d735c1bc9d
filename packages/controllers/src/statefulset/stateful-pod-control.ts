/** Creates, mends and deletes the pods of a StatefulSet with their claims, and tells of it in events. */
import type { PersistentVolumeClaim, Pod } from '@keelson/api';

import {
  isAlreadyExists,
  isConflict,
  isNotFound,
  refusedError,
  type ClientRefusal,
} from '../client/controller-client.ts';
import { isBeingDeleted, type CachedPod } from '../dependents/pod-facts.ts';
import { ConflictingWrite } from '../frame/unseen-writes.ts';
import { hasStaleClaim, keepClaimOwners } from './keep-claim-owners.ts';
import { claimsOf, makeStatefulPod, mendStatefulPod, type StatefulPodWish } from './make-stateful-pod.ts';
import { keyOfSet, ordinalName, recordOfSet, type CachedStatefulSet, type StatefulParts } from './stateful-parts.ts';

export async function createStatefulPod(
  parts: StatefulParts,
  set: CachedStatefulSet,
  wish: StatefulPodWish,
): Promise<void> {
  const { context, expectations } = parts;
  const key = keyOfSet(set);
  const name = ordinalName(set, wish.ordinal);
  if (hasStaleClaim(parts, set, wish.ordinal)) throw new Error(`a claim of pod ${name} goes with the pod before it`);
  const fault = await createClaims(parts, set, wish.ordinal);
  if (fault !== undefined) throw tellFailure(parts, set, { verb: 'create', name, fault });
  let created: CachedPod | undefined;
  expectations.beginCreate(key);
  try {
    const target = { resource: context.kinds.pods, namespace: set.namespace };
    const reply = await context.client.create<Pod>(target, makeStatefulPod(parts, set, wish));
    // One that is there already is shown soon, or is another's.
    if (!reply.ok && isAlreadyExists(reply)) throw refusedError(reply);
    if (!reply.ok) throw tellFailure(parts, set, { verb: 'create', name, fault: messageOf(reply) });
    created = reply.object;
  } finally {
    expectations.endCreate(key, created);
  }
  await keepClaimOwners(parts, set, created);
  tellSuccess(parts, set, 'create', name);
}

export async function deleteStatefulPod(parts: StatefulParts, set: CachedStatefulSet, pod: CachedPod): Promise<void> {
  const { context, expectations } = parts;
  const { namespace, name, head } = pod;
  const reply = await context.client.delete({ resource: context.kinds.pods, namespace, name }, { uid: head.uid });
  if (!reply.ok && !isNotFound(reply)) {
    throw tellFailure(parts, set, { verb: 'delete', name, fault: messageOf(reply) });
  }
  if (!reply.ok) return;
  expectations.deleted(keyOfSet(set), pod);
  tellSuccess(parts, set, 'delete', name);
}

/** Writes nothing where the pod has its identity and its volumes. */
export async function keepIdentity(
  parts: StatefulParts,
  set: CachedStatefulSet,
  { ordinal, pod }: { readonly ordinal: number; readonly pod: CachedPod },
): Promise<void> {
  await keepClaimOwners(parts, set, pod);
  const mended = mendStatefulPod(set, ordinal, pod);
  if (mended === undefined) return;
  const { namespace, name } = pod;
  const { client, kinds } = parts.context;
  const fault = await createClaims(parts, set, ordinal);
  const reply =
    fault === undefined ? await client.update<Pod>({ resource: kinds.pods, namespace, name }, mended) : undefined;
  if (reply?.ok === true) {
    tellSuccess(parts, set, 'update', name);
    return;
  }
  if (reply !== undefined && isConflict(reply)) throw new ConflictingWrite();
  throw tellFailure(parts, set, {
    verb: 'update',
    name,
    fault: fault ?? (reply === undefined ? '' : messageOf(reply)),
  });
}

/** Creates the claims of a pod that are missing. Returns the fault of the first that could not be created. */
async function createClaims(
  parts: StatefulParts,
  set: CachedStatefulSet,
  ordinal: number,
): Promise<string | undefined> {
  const { claims, context } = parts;
  const { namespace } = set;
  const faults: string[] = [];
  for (const { claim } of claimsOf(set, ordinal)) {
    const { name } = claim.metadata;
    const known = claims.get({ namespace, name });
    if (known !== undefined) {
      if (isBeingDeleted(known)) faults.push(`pvc ${name} is being deleted`);
      continue;
    }
    const target = { resource: context.kinds.persistentVolumeClaims, namespace };
    const reply = await context.client.create<PersistentVolumeClaim>(target, claim);
    if (!reply.ok && isAlreadyExists(reply)) continue;
    const what = `create Claim ${name} Pod ${ordinalName(set, ordinal)} in StatefulSet ${set.name}`;
    const record = recordOfSet(parts, set);
    if (reply.ok) record('Normal', 'SuccessfulCreate', `${what} success`);
    else {
      record('Warning', 'FailedCreate', `${what} failed error: ${messageOf(reply)}`);
      faults.push(`failed to create PVC ${name}: ${messageOf(reply)}`);
    }
  }
  return faults[0];
}

type Verb = 'create' | 'delete' | 'update';

const reasons: Readonly<Record<Verb, string>> = { create: 'Create', delete: 'Delete', update: 'Update' };

function tellSuccess(parts: StatefulParts, set: CachedStatefulSet, verb: Verb, name: string): void {
  const message = `${verb} Pod ${name} in StatefulSet ${set.name} successful`;
  recordOfSet(parts, set)('Normal', `Successful${reasons[verb]}`, message);
}

interface Failure {
  readonly verb: Verb;
  readonly name: string;
  readonly fault: string;
}

function tellFailure(parts: StatefulParts, set: CachedStatefulSet, { verb, name, fault }: Failure): Error {
  const message = `${verb} Pod ${name} in StatefulSet ${set.name} failed error: ${fault}`;
  recordOfSet(parts, set)('Warning', `Failed${reasons[verb]}`, message);
  return new Error(fault);
}

function messageOf({ status }: ClientRefusal): string {
  return status.message ?? '';
}
