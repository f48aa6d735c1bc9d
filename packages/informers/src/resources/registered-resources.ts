/**
 * The places of objects: for each kind a folder of the store and its part of the watch cache, shared by
 * all versions of the kind. Resources may come and go while it is in use; those that are stored nowhere have no place
 * here.
 */
import {
  createFindVersionFault,
  findObjectFault,
  type ResourceCache,
  type ResourceOptions,
  type WatchCache,
} from '@keelson/cache';
import type { GroupVersionKind, Message, Resource, Scheme } from '@keelson/schema';

import { createConform } from './conform-stored.ts';
import { createExtractAttributes } from './extract-attributes.ts';

export interface RegisteredResource {
  /** The declaration of the stored version. */
  readonly stored: Resource;
  readonly message: Message;
  readonly cache: ResourceCache;
  /** The prefix of all its keys. */
  readonly folder: string;
  /** Its objects are those of another server, which may be away, or hold more than memory shows. */
  readonly isElsewhere?: true;
  keyOf(namespace: string | undefined, name: string): string;
}

/** Called in the turn in which a kind comes or goes. Must not throw. */
export interface ResourcesFollower {
  added(place: RegisteredResource): void;
  removed(place: RegisteredResource): void;
  /** Another server that did not answer does so again. */
  answered?(): void;
}

export interface RegisteredResources {
  /** The same for all versions of a kind. Returns `undefined` for a resource that is not stored. */
  of(resource: Resource): RegisteredResource | undefined;
  /** By any served version of a kind. Returns `undefined` where no resource serves it, or none that is stored. */
  ofKind(gvk: GroupVersionKind): RegisteredResource | undefined;
  /** Tells of all that are there, and of those to come. Returns a function that ends it. */
  follow(follower: ResourcesFollower): () => void;
  all(): readonly RegisteredResource[];
  /** Those whose declarations have a property. */
  where(has: (stored: Resource) => boolean): readonly RegisteredResource[];
  /** Removes all versions of a kind from the watch cache. */
  remove(resource: Resource): void;
}

export interface RegisteredResourcesOptions {
  readonly scheme: Scheme;
  readonly cache: Pick<WatchCache, 'register'>;
  /** The store's, which ends with a slash. */
  readonly prefix: string;
}

/** The resources of the scheme are registered with the watch cache, others when they are asked for. */
export function createRegisteredResources(options: RegisteredResourcesOptions): RegisteredResources {
  const byFolder = new Map<string, RegisteredResource>();
  const followers = new Set<ResourcesFollower>();
  let byResource = new WeakMap<Resource, RegisteredResource>();
  /** Undefined for a resource that is not stored. */
  const folderOf = ({ storage }: Resource): string | undefined =>
    storage.kind === 'stored' ? `${options.prefix}${storage.prefix}/` : undefined;

  const find = (resource: Resource): RegisteredResource | undefined => {
    const known = byResource.get(resource);
    if (known !== undefined) return known;
    const folder = folderOf(resource);
    if (folder === undefined) return undefined;
    let place = byFolder.get(folder);
    const { group, version, plural } = resource;
    // A request may still hold a declaration that is gone: it opens nothing.
    if (options.scheme.resource(group, version, plural) !== resource) return place;
    if (place !== undefined && place.stored !== options.scheme.storageOf(resource)) {
      close(place);
      place = undefined;
    }
    if (place === undefined) place = open(resource, folder);
    byResource.set(resource, place);
    return place;
  };

  const open = (resource: Resource, folder: string): RegisteredResource => {
    const place = register(options, resource, folder);
    byFolder.set(folder, place);
    for (const follower of followers) follower.added(place);
    return place;
  };

  /** Forgets the places of all declarations, since any version of the kind may lead to this one. */
  const close = (place: RegisteredResource): void => {
    byFolder.delete(place.folder);
    byResource = new WeakMap();
    place.cache.remove();
    for (const follower of followers) follower.removed(place);
  };

  for (const resource of options.scheme.resources()) find(resource);
  return {
    of: find,
    ofKind: (gvk) => {
      const resource = options.scheme.resourceOfKind(gvk);
      return resource === undefined ? undefined : find(resource);
    },
    follow: (follower) => {
      for (const place of [...byFolder.values()]) follower.added(place);
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    all: () => [...byFolder.values()],
    where: (has) => [...byFolder.values()].filter(({ stored }) => has(stored)),
    remove: (resource) => {
      const place = byResource.get(resource) ?? byFolder.get(folderOf(resource) ?? '');
      if (place !== undefined) close(place);
    },
  };
}

function register(
  { scheme, cache }: RegisteredResourcesOptions,
  resource: Resource,
  folder: string,
): RegisteredResource {
  const stored = scheme.storageOf(resource);
  const isNamespaced = stored.scope === 'Namespaced';
  const registered = cache.register({
    name: stored.group === '' ? stored.plural : `${stored.plural}.${stored.group}`,
    folder,
    isNamespaced,
    extractAttributes: createExtractAttributes(scheme, { folder, stored }),
    ...(stored.custom && customChecks(stored)),
  });
  return {
    stored,
    message: stored.message,
    cache: registered,
    folder,
    keyOf: (namespace, name) => (isNamespaced ? `${folder}${namespace ?? ''}/${name}` : `${folder}${name}`),
  };
}

/** Values of built-in kinds are complete when they come out of the store; those of custom objects depend on a definition. */
function customChecks(stored: Resource): Pick<ResourceOptions, 'findFault' | 'conform'> {
  const { group, custom } = stored;
  const findVersionFault = createFindVersionFault((custom?.versions ?? []).map((version) => `${group}/${version}`));
  return {
    findFault: (value, names) => findObjectFault(value, names) ?? findVersionFault(value),
    conform: createConform(stored),
  };
}
