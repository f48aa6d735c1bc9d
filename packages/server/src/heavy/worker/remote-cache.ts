/**
 * A worker's view of the watch cache: reads are calls to the main thread, and the objects
 * they return are remembered, since a result need not bring them back.
 */
import type { ObjectVersion, ResourceCache, WatchCache } from '@keelson/cache';
import { plainVersion } from '@keelson/registry';
import { spliceResourceVersion } from '@keelson/cache';
import { isUnreadable } from '@keelson/storage';

import type { VersionCopy } from '../jobs.ts';
import { bufferOf } from '../portable.ts';
import type { Services } from '../services.ts';

export interface RemoteCache {
  readonly cache: Pick<WatchCache, 'register' | 'revision' | 'waitFor' | 'expect'>;
  /** Returns true if the main thread has this very object. */
  isKnown(object: ObjectVersion): boolean;
}

export interface RemoteCacheParts {
  readonly services: Services;
  /** The object that the current job is about, as the watch cache had it. */
  readonly currentObject: () => VersionCopy | undefined;
}

export function createRemoteCache({ services, currentObject }: RemoteCacheParts): RemoteCache {
  const known = new WeakSet<ObjectVersion>();
  const conformed = new WeakSet<ObjectVersion>();
  const versionOf = ({ key, revision, value, isConformed = false }: VersionCopy): ObjectVersion => {
    const object = plainVersion(key, revision, bufferOf(value));
    if (isConformed) conformed.add(object);
    return object;
  };
  const restore = (copy: VersionCopy): ObjectVersion => {
    const object = versionOf(copy);
    known.add(object);
    return object;
  };

  const register: WatchCache['register'] = ({ name: cache, folder, isNamespaced, conform }): ResourceCache => ({
    name: cache,
    get: async (name, at) => {
      const got = await services.get(cache, name, at);
      return got.ok ? { ...got, object: got.object && restore(got.object) } : got;
    },
    peek: ({ namespace, name }) => {
      const current = currentObject();
      const key = isNamespaced ? `${folder}${namespace ?? ''}/${name}` : `${folder}${name}`;
      return current?.key === key ? restore(current) : undefined;
    },
    // The main thread has accepted it when it stored it; here are the same bytes once more.
    accept: ({ key, revision, value }) => restore({ key, revision, value: spliceResourceVersion(value, revision) }),
    finish: ({ key, revision, value: stored, isStale }) => {
      const conformed = conform?.(stored) ?? stored;
      // One that has no form to be served in is left to who decodes it.
      const value = isUnreadable(conformed) ? stored : conformed;
      const spliced = spliceResourceVersion(value, revision);
      // Made here of an entry of the store: the main thread has no such object.
      return versionOf({ key, revision, value: spliced, isConformed: value !== stored || isStale === true });
    },
    isConformed: (object) => conformed.has(object),
    list: async (request, at) => {
      const listed = await services.list(cache, request, at);
      return listed.ok ? { ...listed, objects: listed.objects.map(restore) } : listed;
    },
    whenLoaded: () => services.whenLoaded(cache),
    isLoaded: () => true,
    attributes: () => notHere('attributes'),
    namesOf: () => notHere('namesOf'),
    peekBytes: () => notHere('peekBytes'),
    watch: () => notHere('watch'),
    objectCount: () => notHere('objectCount'),
    unreadableCount: () => notHere('unreadableCount'),
    counts: () => notHere('counts'),
    addEventHandler: () => notHere('addEventHandler'),
    // Nothing is held here that would have to go.
    remove: () => undefined,
  });

  return {
    cache: {
      register,
      revision: () => notHere('revision'),
      waitFor: (revision, timeoutMs) => services.waitFor(revision, timeoutMs),
      // The main thread makes the write, and notifies its own watch cache.
      expect: () => undefined,
    },
    isKnown: (object) => known.has(object),
  };
}

function notHere(what: string): never {
  throw new Error(`a worker has no use for ${what} of a window`);
}
