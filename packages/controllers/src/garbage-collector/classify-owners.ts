/** The owners of an object by their effect: they keep it, hold nothing any more, or wait for it to go. */
import type { ObjectHead, ObjectOwner, RegisteredResources } from '@keelson/informers';
import { isPromise } from '@keelson/telemetry';

import type { AbsentOwners } from './absent-owners.ts';
import { findOwner, siteOf, type FoundOwner } from './find-owner.ts';

export interface ClassifiedOwners {
  readonly solid: readonly ObjectOwner[];
  readonly dangling: readonly ObjectOwner[];
  /** Owners that are deleted in the foreground. */
  readonly waiting: readonly ObjectOwner[];
}

export type Classification =
  | ({ readonly kind: 'classified' } & ClassifiedOwners)
  /** The kind of an owner is not served, or the server of it does not answer, now or at all: nothing can be decided. */
  | { readonly kind: 'unknown'; readonly owner: ObjectOwner }
  /** An object without a namespace names an owner that has one. That is never put right by trying again. */
  | { readonly kind: 'unnameable'; readonly owner: ObjectOwner };

export interface ClassifyParts {
  readonly resources: RegisteredResources;
  readonly absent: AbsentOwners;
  readonly noteOwner: (found: FoundOwner) => void;
  /** An owner of this name was not found where it should be. */
  readonly noteAbsent: (owner: ObjectOwner) => Promise<void>;
}

/** Rejects as the store fails. Another server that fails leaves its owners unknown. */
export async function classifyOwners(
  parts: ClassifyParts,
  { ownerReferences }: ObjectHead,
  namespace: string,
): Promise<Classification> {
  const [solid, dangling, waiting]: ObjectOwner[][] = [[], [], []];
  for (const owner of ownerReferences) {
    const found = await lookUp(parts, owner, namespace);
    if (found === 'unknown' || found === 'unnameable') return { kind: found, owner };
    const group = found === 'absent' ? dangling : found.facts.state === 'waits' ? waiting : solid;
    group?.push(owner);
  }
  return { kind: 'classified', solid: solid ?? [], dangling: dangling ?? [], waiting: waiting ?? [] };
}

async function lookUp(parts: ClassifyParts, owner: ObjectOwner, namespace: string) {
  const { resources, absent } = parts;
  const site = siteOf(resources, owner, namespace);
  if (site.kind === 'unknown') return 'unknown';
  if (site.kind === 'unnameable') return 'unnameable';
  if (absent.has(owner, site.namespace)) return 'absent';
  const looking = findOwner(site, owner);
  const waiting = isPromise(looking) && site.place.isElsewhere === true ? looking.catch(asUnknown) : looking;
  const found = isPromise(waiting) ? await waiting : waiting;
  if (found === 'unknown') return found;
  if (found !== undefined) {
    parts.noteOwner(found);
    return found;
  }
  absent.add(owner, site.namespace);
  await parts.noteAbsent(owner);
  return 'absent';
}

function asUnknown(): 'unknown' {
  return 'unknown';
}
