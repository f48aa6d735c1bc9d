/** The stored resources as verbs have them: with the form of their objects, and those that writes look up. */
import type { RegisteredResource, RegisteredResources } from '@keelson/informers';
import type { ObjectVersion } from '@keelson/cache';
import type { Resource, Scheme } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import type { Form } from '../contract.ts';
import { formOf } from '../objects/form.ts';
import { ConversionMemory } from '../versions/conversion-memory.ts';
import { createVersionView, type VersionView } from '../versions/version-view.ts';

/**
 * The pipelines of all verbs work on objects of `stored`: the stored version, or, where another server converts, the
 * version of the request.
 */
export interface Store extends RegisteredResource {
  readonly form: Form;
  /** Between `stored` and what the watch cache and the store hold. Absent where both are the same version. */
  readonly view?: VersionView | undefined;
}

/** An object of the watch cache, or of the store, in the version of the store's form. Rejects with a `ConversionError`. */
export function showIn({ view }: Store, version: ObjectVersion, deadline?: number): MaybePromise<ObjectVersion> {
  return view === undefined ? version : view.showOne(version, deadline);
}

/** The bytes to be stored, of an encoded object. Rejects with a `ConversionError`. */
export function toStoredBytes({ view }: Store, value: Buffer, deadline?: number): MaybePromise<Buffer> {
  return view === undefined ? value : view.toStored(value, deadline);
}

export interface Stores {
  /** Returns `undefined` for a resource that is not stored. */
  of(resource: Resource): Store | undefined;
  /** The store of namespaces themselves. */
  namespaces(): Store | undefined;
  /** The store of the definitions of custom resources. */
  definitions(): Store | undefined;
  /** False once its declaration has gone, or another has come in its place. */
  isDeclared(resource: Resource): boolean;
  all(): readonly Store[];
  /** Stores whose writes wait for this replica's watch cache. */
  thatActAtOnce(): readonly Store[];
  /** Removes all versions of a kind from the watch cache. */
  remove(resource: Resource): void;
}

export function createStores(resources: RegisteredResources, scheme: Pick<Scheme, 'resource'>): Stores {
  const byPlace = new WeakMap<RegisteredResource, Store>();
  const memory = new ConversionMemory();
  /** Asked by every request, and so not through the place. */
  let byResource = new WeakMap<Resource, Store>();
  let acting: readonly Store[] | undefined;
  let namespaces: Store | undefined;
  let definitions: Store | undefined;

  const storeAt = (place: RegisteredResource): Store => {
    let store = byPlace.get(place);
    if (store === undefined) {
      byPlace.set(place, (store = openStore(place, memory)));
      acting = undefined;
    }
    return store;
  };
  const find = (resource: Resource): Store | undefined => {
    const known = byResource.get(resource);
    if (known !== undefined) return known;
    const place = resources.of(resource);
    if (place === undefined) return undefined;
    const isViewed = resource.convertRemotely !== undefined && resource !== place.stored;
    const store = isViewed ? openStore({ ...place, ...ownParts(resource) }, memory, place.stored) : storeAt(place);
    byResource.set(resource, store);
    return store;
  };
  const all = (): readonly Store[] => resources.all().map(storeAt);

  return {
    of: find,
    namespaces: () => (namespaces ??= all().find(({ stored }) => stored.purpose?.kind === 'namespace')),
    definitions: () =>
      (definitions ??= all().find(({ stored }) => stored.purpose?.kind === 'customResourceDefinition')),
    isDeclared: (resource) => scheme.resource(resource.group, resource.version, resource.plural) === resource,
    all,
    thatActAtOnce: () => (acting ??= all().filter(({ stored }) => stored.actsAtOnce === true)),
    remove: (resource) => {
      resources.remove(resource);
      acting = undefined;
      namespaces = undefined;
      definitions = undefined;
      // Its other versions too.
      byResource = new WeakMap();
    },
  };
}

function ownParts(shown: Resource): Pick<RegisteredResource, 'stored' | 'message'> {
  return { stored: shown, message: shown.message };
}

function openStore(place: RegisteredResource, memory: ConversionMemory, inStore = place.stored): Store {
  const { stored, message, cache, folder, keyOf } = place;
  const { convertRemotely } = stored;
  const view = convertRemotely && createVersionView({ stored: inStore, shown: stored, convertRemotely }, memory);
  return { stored, form: formOf(stored), message, cache, folder, keyOf, view };
}
