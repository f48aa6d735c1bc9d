/** The revisions of a StatefulSet: the one that its pods have, and the one that they are brought to. */
import type { PodTemplateSpec } from '@keelson/api';

import {
  createRevision,
  isRevisionOf,
  listRevisions,
  renumberRevision,
  revisionOwner,
  revisionNumber,
  templateIn,
  trimRevisions,
  type CachedRevision,
} from '../revisions/controller-revisions.ts';
import { hashTemplate } from '../revisions/template-hash.ts';
import type { CachedPod } from '../dependents/pod-facts.ts';
import { revisionNameOf, type CachedStatefulSet, type StatefulParts } from './stateful-parts.ts';

const hashLabel = 'controller.kubernetes.io/hash';

export interface SetRevisions {
  readonly all: readonly CachedRevision[];
  readonly current: CachedRevision;
  readonly update: CachedRevision;
  readonly collisionCount: number;
}

/** Makes the revision of the present template, where it is new. */
export async function findSetRevisions(parts: StatefulParts, set: CachedStatefulSet): Promise<SetRevisions> {
  const owner = revisionOwner(parts, parts.context.kinds.statefulSets, set);
  const all = await listRevisions(owner);
  const { template } = set.object.spec;
  const { currentRevision, collisionCount: collisions = 0 } = set.object.status;
  const next = Math.max(0, ...all.map(revisionNumber)) + 1;
  const same = all.filter((revision) => isRevisionOf(revision, template)).at(-1);
  let collisionCount = collisions;
  let update = same;
  if (same !== undefined && same !== all.at(-1)) update = await renumberRevision(owner, same, next);
  while (update === undefined) {
    update = await createRevision(owner, newRevision(set, next, collisionCount));
    if (update === undefined) collisionCount += 1;
  }
  const current = all.find(({ name }) => name === currentRevision) ?? update;
  return { all: same === undefined ? [...all, update] : all, current, update, collisionCount };
}

function newRevision(set: CachedStatefulSet, revision: number, collisionCount: number) {
  const { template } = set.object.spec;
  const hash = hashTemplate(template, collisionCount);
  const labels = { ...template.metadata.labels, [hashLabel]: hash };
  return { name: `${set.name.slice(0, 223)}-${hash}`, labels, template, revision };
}

/** The present template where the revision cannot be read. */
export function templateOfRevision(set: CachedStatefulSet, revision: CachedRevision): PodTemplateSpec {
  return templateIn(revision) ?? set.object.spec.template;
}

/** Deletes revisions that no pod has, beyond those that are kept to go back to. */
export async function trimSetRevisions(
  parts: StatefulParts,
  set: CachedStatefulSet,
  { revisions, pods }: { readonly revisions: SetRevisions; readonly pods: readonly CachedPod[] },
): Promise<void> {
  const { all, current, update } = revisions;
  const live = new Set([current.name, update.name, ...pods.map(revisionNameOf)]);
  const unused = all.filter(({ name }) => !live.has(name));
  await trimRevisions(
    revisionOwner(parts, parts.context.kinds.statefulSets, set),
    unused,
    set.object.spec.revisionHistoryLimit ?? 10,
  );
}
