/** Examines one object of the graph: deletes it if no owner keeps it, releases it from owners that are gone. */
import type { ObjectHead, ObjectOwner, ReconcileResult } from '@keelson/informers';
import { orphanFinalizer, foregroundFinalizer } from '@keelson/meta';

import { refusedError, type ClientRefusal, type ControllerClient } from '../client/controller-client.ts';
import type { VersionsOfKinds } from '../client/served-version.ts';
import { classifyOwners, type ClassifiedOwners, type ClassifyParts } from './classify-owners.ts';
import type { FollowedGraph } from './follow-graph.ts';
import type { Dependents, GraphNode } from './graph-node.ts';
import { stateOf } from './object-facts.ts';
import { patchOwners, removeFinalizer } from './patch-metadata.ts';
import { resourceVersionOf, subjectOf, type ExaminedObject } from './examined-object.ts';

export interface ExamineParts extends Pick<ClassifyParts, 'resources' | 'absent'> {
  readonly scheme: VersionsOfKinds;
  readonly followed: FollowedGraph;
  readonly client: ControllerClient;
  readonly nowMs: () => number;
  /** The owner was not found: it may be in another namespace. */
  readonly noteForeignOwner: (subject: ExaminedObject, owner: ObjectOwner) => Promise<void>;
}

/** The change will come as an event, or the object has changed since and is looked at again. */
const again: ReconcileResult = { backsOff: true };

/** `undecided`: an owner is unknown, so nothing can be decided. */
export type Examination = ReconcileResult | 'undecided' | undefined;

export async function examineObject(parts: ExamineParts, node: GraphNode): Promise<Examination> {
  const subject = subjectOf(parts.scheme, node);
  if (subject === undefined) return undefined;
  const state = stateOf(subject.head);
  if (state === 'waits') return finishForeground(parts, subject);
  if (state !== 'live' || subject.head.ownerReferences.length === 0) return undefined;
  const { namespace = '' } = subject.target;
  const noteOwner: ClassifyParts['noteOwner'] = (found) => parts.followed.noteOwner(found);
  const noteAbsent = (owner: ObjectOwner): Promise<void> => parts.noteForeignOwner(subject, owner);
  const classified = await classifyOwners({ ...parts, noteOwner, noteAbsent }, subject.head, namespace);
  switch (classified.kind) {
    case 'unknown':
      return 'undecided';
    case 'unnameable':
      await parts.noteForeignOwner(subject, classified.owner);
      return undefined;
    case 'classified':
      return decide(parts, subject, classified);
  }
}

/** It goes once no dependent blocks it: those are told to go when it begins to wait. */
async function finishForeground(parts: ExamineParts, subject: ExaminedObject): Promise<ReconcileResult | undefined> {
  const { followed } = parts;
  const isBlocked = (): boolean => (dependentsOf(parts, subject)?.blocking ?? 0) > 0;
  if (isBlocked()) return undefined;
  await followed.whenCurrent();
  if (isBlocked()) return undefined;
  return resultOf(await removeFinalizer(parts.client, subject, foregroundFinalizer));
}

function dependentsOf({ followed }: ExamineParts, { node }: ExaminedObject): Dependents | undefined {
  return followed.graph.dependentsOf(node.uid);
}

async function decide(
  parts: ExamineParts,
  subject: ExaminedObject,
  { solid, dangling, waiting }: ClassifiedOwners,
): Promise<ReconcileResult | undefined> {
  const { client } = parts;
  if (solid.length > 0) {
    if (dangling.length === 0 && waiting.length === 0) return undefined;
    const waitMs = waiting.length === 0 ? 0 : untilRelease(subject.node, parts.nowMs());
    if (waitMs > 0) return { requeueAfterMs: waitMs };
    const gone = new Set([...dangling, ...waiting].map(({ uid }) => uid));
    return resultOf(
      await patchOwners(client, subject, (owner) => (gone.has(String(owner['uid'])) ? undefined : owner)),
    );
  }
  const dependents = dependentsOf(parts, subject);
  const isHeld = waiting.length > 0 && dependents !== undefined && dependents.nodes.size > 0;
  if (!isHeld) return remove(client, subject, policyOf(subject.head));
  // A dependent that waits itself may be an owner of this one, somewhere above: nobody would ever go.
  if (hasWaiting(dependents) && subject.head.ownerReferences.some((owner) => owner.blockOwnerDeletion)) {
    const unblocked = await patchOwners(client, subject, unblock);
    if (!unblocked.ok) return resultOf(unblocked);
    return remove(client, { ...subject, version: unblocked.object.version }, 'Foreground');
  }
  return remove(client, subject, 'Foreground');
}

/** Owners that are deleted as a collection begin to wait one after another: none is given up for the next. */
const releaseAfterMs = 200;

function untilRelease(node: GraphNode, nowMs: number): number {
  node.releaseMs ??= nowMs + releaseAfterMs;
  const waitMs = node.releaseMs - nowMs;
  if (waitMs <= 0) delete node.releaseMs;
  return waitMs;
}

function unblock(owner: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return owner['blockOwnerDeletion'] === true ? { ...owner, blockOwnerDeletion: false } : owner;
}

function hasWaiting({ nodes }: Dependents): boolean {
  for (const { state } of nodes) if (state === 'waits') return true;
  return false;
}

type Policy = 'Background' | 'Foreground' | 'Orphan';

/** As its finalizers say; otherwise its dependents follow. */
function policyOf({ finalizers }: ObjectHead): Policy {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan';
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background';
}

/** Exactly this version: its owners may have changed since. */
async function remove(client: ControllerClient, { target, version, head }: ExaminedObject, propagationPolicy: Policy) {
  const resourceVersion = resourceVersionOf(version);
  return resultOf(await client.delete(target, { uid: head.uid, resourceVersion, propagationPolicy }));
}

/** A conflict means that the object has changed: it is looked at again as it is then. */
export function resultOf(reply: { readonly ok: true } | ClientRefusal): ReconcileResult | undefined {
  if (reply.ok || reply.status.code === 404) return undefined;
  if (reply.status.code === 409) return again;
  throw refusedError(reply);
}
