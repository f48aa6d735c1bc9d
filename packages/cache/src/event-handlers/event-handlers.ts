/**
 * Event handlers, which keep state derived from all objects of a resource in step with
 * the cache: they are called in the same turn in which the cache takes a change in, before
 * anyone learns that the cache has reached its revision. Watches are served in turns of
 * their own, later.
 */
import type { Logger } from '@keelson/telemetry';

import type { Clock } from '../clock.ts';
import { isLive, isReadable } from '../objects/live-version.ts';
import type { ObjectVersion, Version } from '../objects/object-version.ts';
import { headsOf, readValues } from '../resources/heads-of.ts';
import { namesOfKey } from '../resources/scope.ts';
import type { CachedResource } from '../resources/resource.ts';

export interface NamespacedName {
  /** Empty for resources without namespaces. */
  readonly namespace: string;
  readonly name: string;
}

export interface LoadedObjects extends Iterable<readonly [NamespacedName, ObjectVersion]> {
  /** Of the objects whose names are accepted: the others are not read. */
  named(accepts: (name: NamespacedName) => boolean): Iterable<readonly [NamespacedName, ObjectVersion]>;
  /** The keys alone, those of unreadable objects too: nothing is read that is still in the store. */
  eachKey(): Iterable<string>;
}

/** Called often and between other work: it should be quick, and what it throws is logged and otherwise lost. */
export interface EventHandler {
  /**
   * The part of the state that it reads: all objects by default. Those that are still in the store are then read before it
   * gets the state, some at a time.
   */
  readonly reads?: 'all' | 'some' | undefined;
  /**
   * The whole state, which replaces everything delivered before. Also called after a restart of the watch cache. It is
   * read while it is iterated: later than in this turn, it has the changes that `onChange` told meanwhile.
   */
  onState(objects: LoadedObjects): void;
  /** `undefined` once it is deleted, and while its value cannot be read: there is then nothing to decide by. */
  onChange(name: NamespacedName, object: ObjectVersion | undefined): void;
}

export interface EventHandlers {
  /**
   * Returns a function that removes it. It gets the state at once if the resource is loaded, and read as far as it needs,
   * else once it is.
   */
  add(resource: CachedResource, handler: EventHandler): () => void;
  /** True if one of its handlers reads all objects. */
  readAll(resource: CachedResource): boolean;
  /** A change was taken in. While a resource is loading, its changes are part of what is loaded. */
  tell(resource: CachedResource, event: Version): void;
  tellState(resource: CachedResource): void;
}

export function createEventHandlers(logger: Pick<Logger, 'error'>, giveWay: Clock['giveWay']): EventHandlers {
  const byResource = new WeakMap<CachedResource, Set<EventHandler>>();
  /** They get the state once it is read. */
  const waiting = new WeakSet<EventHandler>();

  const guard = (resource: CachedResource, run: () => void): void => {
    try {
      run();
    } catch (error) {
      logger.error('A event handler of a resource failed', { resource: resource.name, error });
    }
  };

  const readFirst = async (resource: CachedResource, handler: EventHandler): Promise<void> => {
    const { generation } = resource;
    const isThere = (): boolean => byResource.get(resource)?.has(handler) === true;
    waiting.add(handler);
    await readValues(resource, { isCurrent: () => resource.generation === generation && isThere(), giveWay });
    waiting.delete(handler);
    // After a reset it gets the state of the next load; of one that was removed there is none.
    const hasState = resource.generation === generation || resource.isRemoved;
    if (hasState && isThere()) guard(resource, () => handler.onState(stateOf(resource)));
  };

  const begin = (resource: CachedResource, handler: EventHandler): void => {
    if (resource.unreadCount === 0 || !readsAll(handler)) {
      guard(resource, () => handler.onState(stateOf(resource)));
      return;
    }
    readFirst(resource, handler).catch((error: unknown) =>
      logger.error('The objects of a resource could not be read', { resource: resource.name, error }),
    );
  };

  return {
    add: (resource, handler) => {
      const handlers = byResource.get(resource) ?? new Set();
      byResource.set(resource, handlers.add(handler));
      if (resource.isLoaded) begin(resource, handler);
      return () => void handlers.delete(handler);
    },
    readAll: (resource) => [...(byResource.get(resource) ?? [])].some(readsAll),
    tell: (resource, event) => {
      const handlers = byResource.get(resource);
      if (handlers === undefined || !resource.isLoaded) return;
      const name = namesOfKey(resource, event.key);
      const object = isReadable(event) ? event : undefined;
      for (const handler of handlers) {
        if (!waiting.has(handler)) guard(resource, () => handler.onChange(name, object));
      }
    },
    tellState: (resource) => {
      const handlers = byResource.get(resource);
      if (handlers === undefined) return;
      const state = stateOf(resource);
      for (const handler of handlers) {
        waiting.delete(handler);
        guard(resource, () => handler.onState(state));
      }
    },
  };
}

function readsAll({ reads = 'all' }: EventHandler): boolean {
  return reads === 'all';
}

function stateOf(resource: CachedResource): LoadedObjects {
  function* named(accepts: (name: NamespacedName) => boolean) {
    for (const head of headsOf(resource)) {
      const name = namesOfKey(resource, head.key);
      if (accepts(name) && isReadable(head)) yield [name, head] as const;
    }
  }
  return {
    [Symbol.iterator]: () => named(() => true),
    named,
    *eachKey() {
      for (const head of headsOf(resource)) if (isLive(head)) yield head.key;
    },
  };
}
