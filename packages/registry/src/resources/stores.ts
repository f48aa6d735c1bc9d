/**
 * The places of objects: for each kind a folder of the store and its part of the watch
 * cache, shared by all versions of the kind. Resources may come and go while it is in
 * use; those that are stored nowhere have no place here.
 */
import type { ResourceCache, WatchCache } from '@keelson/cache';
import type { Message, Resource, Scheme } from '@keelson/schema';

import type { Form } from '../contract.ts';
import { formOf } from '../objects/form.ts';
import { createExtractAttributes } from './extract-attributes.ts';

export interface Store {
  /** The declaration of the stored version. */
  readonly stored: Resource;
  readonly form: Form;
  readonly message: Message;
  readonly cache: ResourceCache;
  /** The prefix of all its keys. */
  readonly folder: string;
  keyOf(namespace: string | undefined, name: string): string;
}

export interface Stores {
  /** Returns `undefined` for a resource that is not stored. */
  of(resource: Resource): Store | undefined;
  /** The store of namespaces themselves. */
  namespaces(): Store | undefined;
  all(): readonly Store[];
  /** Stores whose writes wait for this replica's watch cache. */
  thatActAtOnce(): readonly Store[];
  /** Removes all versions of a kind from the watch cache. */
  remove(resource: Resource): void;
}

export interface StoresOptions {
  readonly scheme: Scheme;
  readonly cache: Pick<WatchCache, 'register'>;
  /** The store's, which ends with a slash. */
  readonly prefix: string;
}

export function createStores(options: StoresOptions): Stores {
  const byFolder = new Map<string, Store>();
  let byResource = new WeakMap<Resource, Store>();
  let acting: readonly Store[] | undefined;
  let namespaces: Store | undefined;
  /** Undefined for a resource that is not stored. */
  const folderOf = ({ storage }: Resource): string | undefined =>
    storage.kind === 'stored' ? `${options.prefix}${storage.prefix}/` : undefined;

  const find = (resource: Resource): Store | undefined => {
    const known = byResource.get(resource);
    if (known !== undefined) return known;
    const folder = folderOf(resource);
    if (folder === undefined) return undefined;
    let store = byFolder.get(folder);
    const { group, version, plural } = resource;
    // A request may still hold a declaration that is gone: it opens nothing.
    if (options.scheme.resource(group, version, plural) !== resource) return store;
    if (store !== undefined && store.stored !== options.scheme.storageOf(resource)) {
      close(store);
      store = undefined;
    }
    if (store === undefined) {
      byFolder.set(folder, (store = openStore(options, resource, folder)));
      acting = undefined;
    }
    byResource.set(resource, store);
    return store;
  };

  /** Forgets the stores of all declarations, since any version of the kind may lead to this one. */
  const close = (store: Store): void => {
    byFolder.delete(store.folder);
    byResource = new WeakMap();
    acting = undefined;
    if (namespaces === store) namespaces = undefined;
    store.cache.remove();
  };

  for (const resource of options.scheme.resources()) find(resource);
  return {
    of: find,
    namespaces: () =>
      (namespaces ??= [...byFolder.values()].find(({ stored }) => stored.purpose?.kind === 'namespace')),
    all: () => [...byFolder.values()],
    thatActAtOnce: () => (acting ??= [...byFolder.values()].filter(({ stored }) => stored.actsAtOnce === true)),
    remove: (resource) => {
      const store = byResource.get(resource) ?? byFolder.get(folderOf(resource) ?? '');
      if (store !== undefined) close(store);
    },
  };
}

function openStore({ scheme, cache }: StoresOptions, resource: Resource, folder: string): Store {
  const stored = scheme.storageOf(resource);
  const isNamespaced = stored.scope === 'Namespaced';
  const registered = cache.register({
    name: stored.group === '' ? stored.plural : `${stored.plural}.${stored.group}`,
    folder,
    isNamespaced,
    extractAttributes: createExtractAttributes(scheme, { folder, stored }),
  });
  return {
    stored,
    form: formOf(stored),
    message: stored.message,
    cache: registered,
    folder,
    keyOf: (namespace, name) => (isNamespaced ? `${folder}${namespace ?? ''}/${name}` : `${folder}${name}`),
  };
}
