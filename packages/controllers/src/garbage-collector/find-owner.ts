/** Resolves an owner reference: the site of the owner, and its presence. */
import type { ObjectVersion } from '@keelson/cache';
import type { RegisteredResource, RegisteredResources } from '@keelson/informers';
import { when, type MaybePromise } from '@keelson/telemetry';

import type { OwnerName } from './graph-node.ts';
import { readFacts, type ObjectFacts } from './object-facts.ts';

export type OwnerSite =
  /** No resource here serves the kind: nothing is known of the owner. */
  | { readonly kind: 'unknown' }
  /** The kind has namespaces and the dependent has none: no owner can be named in this way. */
  | { readonly kind: 'unnameable'; readonly place: RegisteredResource }
  /** The namespace is empty for a kind without. */
  | { readonly kind: 'known'; readonly place: RegisteredResource; readonly namespace: string };

export interface FoundOwner {
  readonly place: RegisteredResource;
  readonly version: ObjectVersion;
  readonly facts: ObjectFacts;
}

export function siteOf(resources: RegisteredResources, owner: OwnerName, dependentNamespace: string): OwnerSite {
  const separator = owner.apiVersion.indexOf('/');
  const group = separator < 0 ? '' : owner.apiVersion.slice(0, separator);
  const place = resources.ofKind({ group, version: owner.apiVersion.slice(separator + 1), kind: owner.kind });
  if (place === undefined) return { kind: 'unknown' };
  if (place.stored.scope !== 'Namespaced') return { kind: 'known', place, namespace: '' };
  if (dependentNamespace === '') return { kind: 'unnameable', place };
  return { kind: 'known', place, namespace: dependentNamespace };
}

type KnownSite = Extract<OwnerSite, { kind: 'known' }>;

/** In memory alone. */
export function peekOwner({ place, namespace }: KnownSite, owner: OwnerName): FoundOwner | undefined {
  return matchOwner(place, place.cache.peek({ namespace, name: owner.name }), owner);
}

/**
 * Freshness: an owner that is found may be as old as memory, and one that is not is absent as of now. Rejects as the
 * store fails, and where the object of that name cannot be read.
 */
export function findOwner(site: KnownSite, owner: OwnerName): MaybePromise<FoundOwner | undefined> {
  const { place, namespace } = site;
  const peeked = peekOwner(site, owner);
  if (peeked !== undefined) return peeked;
  return when(place.cache.get({ namespace, name: owner.name }), (got) => {
    if (!got.ok) throw new Error(`${place.cache.name} ${owner.name} could not be read: ${got.reason}`);
    return matchOwner(place, got.object, owner);
  });
}

function matchOwner(
  place: RegisteredResource,
  version: ObjectVersion | undefined,
  { uid }: OwnerName,
): FoundOwner | undefined {
  if (version === undefined) return undefined;
  const facts = readFacts(version);
  return facts.uid === uid ? { place, version, facts } : undefined;
}
