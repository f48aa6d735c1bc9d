/** The revisions of a DaemonSet: that of the present template, and earlier ones. */
import type { CachedPod } from '../dependents/pod-facts.ts';
import {
  createRevision,
  isRevisionOf,
  listRevisions,
  renumberRevision,
  revisionOwner,
  revisionNumber,
  trimRevisions,
  type CachedRevision,
} from '../revisions/controller-revisions.ts';
import { hashTemplate } from '../revisions/template-hash.ts';
import { daemonHashLabel } from './daemon-pod.ts';
import type { CachedDaemonSet, DaemonParts } from './daemon-parts.ts';

export interface DaemonHistory {
  /** Of the present template, as its pods have it in their label. */
  readonly hash: string;
  readonly old: readonly CachedRevision[];
  readonly collisionCount: number | undefined;
}

/** Makes the revision of the present template, where it is new. */
export async function findDaemonHistory(parts: DaemonParts, set: CachedDaemonSet): Promise<DaemonHistory> {
  const owner = revisionOwner(parts, parts.context.kinds.daemonSets, set);
  const all = await listRevisions(owner);
  const { template } = set.object.spec;
  const same = all.filter((revision) => isRevisionOf(revision, template)).at(-1);
  const old = all.filter((revision) => revision !== same);
  const next = Math.max(0, ...old.map(revisionNumber)) + 1;
  let { collisionCount } = set.object.status;
  let current = same;
  if (same !== undefined && revisionNumber(same) < next) current = await renumberRevision(owner, same, next);
  while (current === undefined) {
    const hash = hashTemplate(template, collisionCount);
    const labels = { ...template.metadata.labels, [daemonHashLabel]: hash };
    current = await createRevision(owner, { name: `${set.name}-${hash}`, labels, template, revision: next });
    if (current === undefined) collisionCount = (collisionCount ?? 0) + 1;
  }
  return { hash: hashOf(current), old, collisionCount };
}

function hashOf({ head, name }: CachedRevision): string {
  return head.labels[daemonHashLabel] ?? name.slice(name.lastIndexOf('-') + 1);
}

/** Deletes revisions that no pod has, beyond those that are kept to go back to. */
export async function trimDaemonHistory(
  parts: DaemonParts,
  set: CachedDaemonSet,
  { history, pods }: { readonly history: DaemonHistory; readonly pods: readonly CachedPod[] },
): Promise<void> {
  const live = new Set(pods.map(({ head }) => head.labels[daemonHashLabel]));
  const unused = history.old.filter((revision) => !live.has(hashOf(revision)));
  await trimRevisions(
    revisionOwner(parts, parts.context.kinds.daemonSets, set),
    unused,
    set.object.spec.revisionHistoryLimit ?? 10,
  );
}
