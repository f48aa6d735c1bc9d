/**
 * The owners of the claims of a StatefulSet, by its retention policy: a claim is collected with the set, or with the pod
 * that went as the set was scaled down. Claims that have no such owner are kept.
 */
import type { PersistentVolumeClaim, StatefulSet } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import { groupVersion, type Resource } from '@keelson/schema';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { ConflictingWrite } from '../frame/unseen-writes.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { claimsOf } from './make-stateful-pod.ts';
import { ordinalName, ordinalOf, type CachedStatefulSet, type StatefulParts } from './stateful-parts.ts';

const gate = 'StatefulSetAutoDeletePVC';

type CachedClaim = CachedObject<PersistentVolumeClaim>;
type OwnerReference = NonNullable<PersistentVolumeClaim['metadata']['ownerReferences']>[number];

/** Writes the claims whose owners are others than the policy says. Does nothing while its gate is off. */
export async function keepClaimOwners(parts: StatefulParts, set: CachedStatefulSet, pod: CachedPod): Promise<void> {
  const { context, claims } = parts;
  const ordinal = ordinalOf(set, pod);
  if (context.gatesOff.has(gate) || ordinal === undefined) return;
  for (const { claim } of claimsOf(set, ordinal)) {
    // A claim that the informer does not have yet is left to a later sync.
    const found = claims.get({ namespace: set.namespace, name: claim.metadata.name });
    if (found !== undefined) await keepOwners(parts, found, { set, pod, ordinal });
  }
}

interface ClaimUse {
  readonly set: CachedStatefulSet;
  readonly pod: CachedPod;
  readonly ordinal: number;
}

async function keepOwners({ context }: StatefulParts, claim: CachedClaim, use: ClaimUse): Promise<void> {
  const { client, kinds } = context;
  const { namespace, name, object } = claim;
  const { ownerReferences = [] } = object.metadata;
  const wanted = ownerOf(use, kinds);
  const own = [use.set.head.uid, use.pod.head.uid];
  const isKept = own.every((uid) => ownerReferences.some((owner) => owner.uid === uid) === (uid === wanted?.uid));
  if (isKept) return;
  const others = ownerReferences.filter(({ uid }) => !own.includes(uid));
  const metadata = { ...object.metadata, ownerReferences: wanted === undefined ? others : [...others, wanted] };
  const target = { resource: kinds.persistentVolumeClaims, namespace, name };
  const written = await client.update<PersistentVolumeClaim>(target, { ...object, metadata });
  if (written.ok || isNotFound(written)) return;
  if (isConflict(written)) throw new ConflictingWrite();
  throw refusedError(written);
}

type Kinds = StatefulParts['context']['kinds'];

function ownerOf({ set, pod, ordinal }: ClaimUse, kinds: Kinds): OwnerReference | undefined {
  const { whenDeleted, whenScaled } = policyOf(set.object);
  if (whenScaled === 'Delete' && ordinal >= (set.object.spec.replicas ?? 1)) return referenceTo(kinds.pods, pod);
  return whenDeleted === 'Delete' ? referenceTo(kinds.statefulSets, set) : undefined;
}

function policyOf({ spec }: StatefulSet) {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  return { whenDeleted, whenScaled };
}

function referenceTo(owners: Resource, { name, head }: CachedObject<unknown>): OwnerReference {
  return { apiVersion: groupVersion(owners), kind: owners.kind, name, uid: head.uid };
}

/** The claim is deleted with an earlier pod of this name, so the next pod cannot use it. */
export function hasStaleClaim({ context, claims }: StatefulParts, set: CachedStatefulSet, ordinal: number): boolean {
  if (context.gatesOff.has(gate)) return false;
  const pod = ordinalName(set, ordinal);
  return claimsOf(set, ordinal).some(({ claim }) => {
    const found = claims.get({ namespace: set.namespace, name: claim.metadata.name });
    return (
      found?.head.ownerReferences.some(({ kind, name }) => kind === context.kinds.pods.kind && name === pod) === true
    );
  });
}
