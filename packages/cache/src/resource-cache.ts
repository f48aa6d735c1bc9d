/** One resource of a watch cache, as its callers see it. */
import type { EventHandler, NamespacedName } from './event-handlers/event-handlers.ts';
import { peekBytes } from './objects/deferred-version.ts';
import { isReadable } from './objects/live-version.ts';
import { createObjectVersion } from './objects/object-version.ts';
import type { ObjectAttributes, ObjectVersion, Version } from './objects/object-version.ts';
import { listOrGet } from './read/list-or-get.ts';
import type { ListRequest } from './read/query.ts';
import { mostRecent } from './read/read-outcome.ts';
import type { GetOutcome, ListOutcome, ReadAt } from './read/read-outcome.ts';
import { readOne } from './read/reads.ts';
import type { ReadParts } from './read/reads.ts';
import { keyOf, namesOfKey } from './resources/scope.ts';
import { acceptWritten, finishStored, selectableAttributes } from './resources/resource.ts';
import type { CachedResource } from './resources/resource.ts';
import type { ResourceCounts } from './resources/resource-counts.ts';
import type { WrittenObject } from './resources/own-writes.ts';
import type { CacheWatch, WatchRequest } from './watch/watch-request.ts';

export interface ObjectName {
  /** Left out for resources without namespaces. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** All objects returned are shared: callers must not change an object or its bytes. */
export interface ResourceCache {
  readonly name: string;
  /**
   * One object. One whose value cannot be read is a failure that names its key; no other get is affected.
   * Freshness: as asked for, most recent if nothing is said, and that is linearizable. Answers at once where it can.
   * Retry: safe. Rejects only if the store had to be asked and failed, with its error.
   */
  get(name: ObjectName, at?: ReadAt): GetOutcome | Promise<GetOutcome>;
  /**
   * The newest version in the cache, without waiting: for a writer, whose compare fails if it is stale. `undefined`
   * also for a value that cannot be read, which `get` distinguishes.
   */
  peek(name: ObjectName): ObjectVersion | undefined;
  /**
   * The bytes of the newest version, without waiting, for one look: they are lent until the next call. An object that was
   * not asked for yet may lack its resourceVersion and its defaults in them. `undefined` as for `peek`.
   */
  peekBytes(name: ObjectName): Uint8Array | undefined;
  /**
   * The object that a write of the caller has just made, out of the bytes that were stored:
   * what memory has or will have, so that they are finished and held once.
   */
  accept(written: WrittenObject): ObjectVersion;
  /** An object out of stored bytes that the caller has from the store, such as from a refused transaction. */
  finish(written: WrittenObject): ObjectVersion;
  /** True if other bytes are stored: the object was conformed, or is stale. A write that changes nothing then still has to be made. */
  isConformed(object: ObjectVersion): boolean;
  /**
   * A list or a page, in the order of keys, all at one revision. It fails where a value in it cannot be read, unless
   * the request collects those.
   * Freshness and retry: as `get`. Rejects also with what a selector throws.
   */
  list(request: ListRequest, at?: ReadAt): Promise<ListOutcome>;
  /**
   * Changes as they happen. A change to what cannot be read, or away from that, ends the watches that it concerns.
   * Ordering: by revision, each once, none left out, from where the start says. Returns
   * at once; the sink is called in later turns.
   */
  watch(request: WatchRequest): CacheWatch;
  /** The labels and fields of an object that selectors match; extracted once. */
  attributes(object: ObjectVersion): ObjectAttributes;
  /** The names of an object of this resource, out of its key. */
  namesOf(object: Pick<ObjectVersion, 'key'>): NamespacedName;
  /** Number of objects in the cache, unreadable ones included. */
  objectCount(): number;
  /** Number of unreadable objects. */
  unreadableCount(): number;
  /** Counts of its work so far. The same object every time; not to be changed. */
  counts(): Readonly<ResourceCounts>;
  isLoaded(): boolean;
  /** Resolves when it is loaded, at once if it is: all that is in the store by then is in memory, and told to event handlers. */
  whenLoaded(): Promise<void>;
  /** Keeps what is worked out of all objects in step with memory. Returns what ends it. */
  addEventHandler(handler: EventHandler): () => void;
  /**
   * Removes the resource from the watch cache: its watches end with `reset`, and the store answers the reads of those who
   * still hold it.
   */
  remove(): void;
}

export interface ResourceCacheParts {
  readonly reads: ReadParts;
  readonly startWatch: (resource: CachedResource, request: WatchRequest) => CacheWatch;
  readonly whenLoaded: (resource: CachedResource) => Promise<void>;
  readonly addEventHandler: (resource: CachedResource, handler: EventHandler) => () => void;
  readonly remove: (resource: CachedResource) => void;
}

export function createResourceCache(parts: ResourceCacheParts, resource: CachedResource): ResourceCache {
  const { reads } = parts;
  return {
    name: resource.name,
    get: ({ namespace, name }, at = mostRecent) => readOne(reads, resource, keyOf(resource, namespace, name), at),
    peek: (name) => {
      const newest = newestOf(resource, name);
      return isReadable(newest) ? newest : undefined;
    },
    peekBytes: (name) => {
      const newest = newestOf(resource, name);
      return newest && peekBytes(newest);
    },
    accept: (written) => acceptWritten(resource, written),
    finish: (written) => createObjectVersion(written.key, written.revision, finishStored(resource, written)),
    isConformed: ({ value }) => resource.conformed.has(value),
    list: (request, at = mostRecent) => listOrGet(reads, resource, request, at),
    watch: (request) => parts.startWatch(resource, request),
    attributes: (object) => selectableAttributes(resource, object),
    namesOf: ({ key }) => namesOfKey(resource, key),
    objectCount: () => resource.tree.liveCount(),
    unreadableCount: () => resource.unreadableCount,
    counts: () => resource.counts,
    isLoaded: () => resource.isLoaded,
    whenLoaded: () => parts.whenLoaded(resource),
    addEventHandler: (handler) => parts.addEventHandler(resource, handler),
    remove: () => parts.remove(resource),
  };
}

function newestOf(resource: CachedResource, { namespace, name }: ObjectName): Version | undefined {
  const key = keyOf(resource, namespace, name);
  return key === undefined ? undefined : resource.tree.find(key);
}
