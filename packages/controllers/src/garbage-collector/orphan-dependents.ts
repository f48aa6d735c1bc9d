/** Takes the references to an owner off its dependents, then lets the owner go: they stay. */
import type { ReconcileResult } from '@keelson/informers';
import { orphanFinalizer } from '@keelson/meta';

import { resultOf, type ExamineParts } from './examine-object.ts';
import type { GraphNode } from './graph-node.ts';
import { stateOf } from './object-facts.ts';
import { patchOwners, removeFinalizer } from './patch-metadata.ts';
import { subjectOf } from './examined-object.ts';

type OrphanParts = Pick<ExamineParts, 'scheme' | 'followed' | 'client'>;

/** The number of dependents that are patched at once. */
const patchesAtOnce = 20;

export async function orphanDependents(parts: OrphanParts, owner: GraphNode): Promise<ReconcileResult | undefined> {
  const { scheme, followed, client } = parts;
  // All dependents that are there by now have to be found: those that are missed would be deleted.
  const { place } = owner;
  await place.cache.get(place.cache.namesOf(owner));
  await followed.whenCurrent();
  const subject = subjectOf(scheme, owner);
  if (subject === undefined || stateOf(subject.head) !== 'orphans') return undefined;
  const dependents = [...(followed.graph.dependentsOf(owner.uid)?.nodes ?? [])];
  const isDone = await releaseAll(parts, dependents, owner.uid);
  if (!isDone || dependents.length > 0) {
    // Again for dependents that were created meanwhile, and those whose release the graph does not show yet.
    return isDone ? { requeueAfterMs: 0 } : { backsOff: true };
  }
  return resultOf(await removeFinalizer(client, subject, orphanFinalizer));
}

/** Returns true if none of them refers to the owner any more. */
async function releaseAll(parts: OrphanParts, dependents: readonly GraphNode[], uid: string): Promise<boolean> {
  const waiting = dependents.values();
  let isDone = true;
  const work = async (): Promise<void> => {
    for (const node of waiting) if (!(await release(parts, node, uid))) isDone = false;
  };
  await Promise.all(Array.from({ length: Math.min(patchesAtOnce, dependents.length) }, work));
  return isDone;
}

async function release({ scheme, client }: OrphanParts, node: GraphNode, uid: string): Promise<boolean> {
  const dependent = subjectOf(scheme, node);
  if (dependent?.head.ownerReferences.some((owner) => owner.uid === uid) !== true) return true;
  const patched = await patchOwners(client, dependent, (owner) => (owner['uid'] === uid ? undefined : owner));
  return resultOf(patched) === undefined;
}
