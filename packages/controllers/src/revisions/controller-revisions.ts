/** ControllerRevisions: the states that the template of an owner has had, so that it can go back to one. */
import type { ControllerRevision, PodTemplateSpec } from '@keelson/api';
import type { CachedObject, ObjectIndex } from '@keelson/informers';
import { matchesLabels, type LabelSelector, type LabelSelectorObject } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import {
  isAlreadyExists,
  isConflict,
  isNotFound,
  refusedError,
  type ControllerClient,
} from '../client/controller-client.ts';
import { claimDependents } from '../dependents/claim-dependents.ts';
import { ownerReferenceTo } from '../dependents/owner-index.ts';
import { readSelector } from '../dependents/read-selector.ts';
import type { ControllerContext } from '../frame/definition.ts';
import { ConflictingWrite } from '../frame/unseen-writes.ts';
import { canonicalJson, inOrder } from './canonical-json.ts';

export type CachedRevision = CachedObject<ControllerRevision>;

export interface RevisionParts {
  readonly context: Pick<ControllerContext, 'client' | 'kinds'>;
  readonly revisionIndex: ObjectIndex<ControllerRevision>;
}

export interface RevisionOwner {
  readonly client: ControllerClient;
  readonly owners: Resource;
  readonly owner: CachedObject<unknown>;
  readonly revisions: Resource;
  /** By `indexByController`. */
  readonly index: ObjectIndex<ControllerRevision>;
  readonly selector: LabelSelector | null;
}

/** The owner of revisions, out of the parts of its controller. `revisionIndex`: by `indexByController`. */
export function revisionOwner(
  { context, revisionIndex: index }: RevisionParts,
  owners: Resource,
  owner: CachedObject<{ readonly spec: { readonly selector?: LabelSelectorObject | null } }>,
): RevisionOwner {
  const { client, kinds } = context;
  const selector = readSelector(owner.object.spec.selector);
  return { client, owners, owner, revisions: kinds.controllerRevisions, index, selector };
}

/** The oldest first. Those that nobody controls are adopted. */
export async function listRevisions(owner: RevisionOwner): Promise<CachedRevision[]> {
  const { revisions: dependents, selector } = owner;
  const concerns = ({ decoded, head }: CachedRevision) => decoded.ok && matchesLabels(selector, head.labels);
  const claimed = await claimDependents({ ...owner, dependents, concerns });
  return claimed.sort((a, b) => revisionNumber(a) - revisionNumber(b) || (a.name < b.name ? -1 : 1));
}

export function revisionNumber({ object }: CachedRevision): number {
  return Number(object.revision);
}

/**
 * The data of a revision: a strategic merge patch that restores the template of the owner. Its keys are sorted, as in
 * the revisions of kube-controller-manager, which compares them byte by byte.
 */
function patchOf(template: PodTemplateSpec): object {
  return inOrder({ spec: { template: { ...template, $patch: 'replace' } } }) as object;
}

export function isRevisionOf({ object }: CachedRevision, template: PodTemplateSpec): boolean {
  const { data } = object;
  return typeof data === 'object' && data !== null && canonicalJson(data) === canonicalJson(patchOf(template));
}

export function templateIn({ object }: CachedRevision): PodTemplateSpec | undefined {
  const { spec } = (object.data ?? {}) as {
    readonly spec?: { readonly template?: PodTemplateSpec & { $patch?: string } };
  };
  if (spec?.template === undefined) return undefined;
  const { $patch: _, ...template } = spec.template;
  return template;
}

export interface NewRevision {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly template: PodTemplateSpec;
  readonly revision: number;
}

/** `undefined` where another one has that name. */
export async function createRevision(
  { client, owners, owner, revisions: resource }: RevisionOwner,
  { name, labels, template, revision }: NewRevision,
): Promise<CachedRevision | undefined> {
  const { namespace, head } = owner;
  const created = await client.create<ControllerRevision>(
    { resource, namespace },
    {
      metadata: { name, labels, annotations: head.annotations, ownerReferences: [ownerReferenceTo(owners, owner)] },
      data: patchOf(template),
      revision,
    },
  );
  if (created.ok) return created.object;
  if (!isAlreadyExists(created)) throw refusedError(created);
  const found = await client.get<ControllerRevision>({ resource, namespace, name });
  if (!found.ok && !isNotFound(found)) throw refusedError(found);
  return found.ok && isRevisionOf(found.object, template) ? found.object : undefined;
}

/** A template that is used again becomes the latest. */
export async function renumberRevision(
  { client, revisions: resource }: RevisionOwner,
  { namespace, name, object }: CachedRevision,
  revision: number,
): Promise<CachedRevision> {
  const renumbered = await client.update<ControllerRevision>({ resource, namespace, name }, { ...object, revision });
  if (renumbered.ok) return renumbered.object;
  throw isConflict(renumbered) ? new ConflictingWrite() : refusedError(renumbered);
}

/** Deletes the oldest of these beyond the limit. */
export async function trimRevisions(
  { client, revisions: resource }: RevisionOwner,
  unused: readonly CachedRevision[],
  limit: number,
): Promise<void> {
  for (const { namespace, name, head } of unused.slice(0, Math.max(0, unused.length - limit))) {
    const deleted = await client.delete({ resource, namespace, name }, { uid: head.uid });
    if (!deleted.ok && !isNotFound(deleted)) throw refusedError(deleted);
  }
}
