/**
 * Event handlers: told of each object as it comes, changes and goes. A handler is first told of all that
 * is there, as additions, then of every change in the order of revisions, each once. It is called
 * in the turn in which the watch cache takes the change in, before any client can see it. Where the cache is loaded
 * anew, the differences to what was told before are delivered.
 */
import type { Logger } from '@keelson/telemetry';

import type { CachedObject } from '../objects/cached-object.ts';

/** Handlers are called often and between other work: they should do little, such as adding a key to a work queue. */
export interface ResourceEventHandler<T> {
  /** `isInitial`: it was there before the handler, or before the resource was loaded for the first time. */
  readonly onAdd?: (object: CachedObject<T>, circumstances: { readonly isInitial: boolean }) => void;
  readonly onUpdate?: (old: CachedObject<T>, object: CachedObject<T>) => void;
  /** `last`: as it was told of last. An object that cannot be read any more counts as deleted. */
  readonly onDelete?: (last: CachedObject<T>) => void;
}

export type ObjectEvent<T> =
  | { readonly type: 'add'; readonly object: CachedObject<T>; readonly isInitial: boolean }
  | { readonly type: 'update'; readonly old: CachedObject<T>; readonly object: CachedObject<T> }
  | { readonly type: 'delete'; readonly last: CachedObject<T> };

export interface HandlerList<T> {
  /** It is told of these objects first. Returns a function that removes it: it is not called again. */
  add(handler: ResourceEventHandler<T>, present: Iterable<CachedObject<T>>): () => void;
  /** A handler that is added meanwhile, by another one, is told nothing of these: it begins with their result. */
  tell(events: readonly ObjectEvent<T>[]): void;
}

interface Registration<T> {
  readonly handler: ResourceEventHandler<T>;
  isRemoved: boolean;
}

/** An error that a handler throws is logged, and concerns no other handler and no other event. */
export function createHandlerList<T>(resource: string, logger: Pick<Logger, 'error'>): HandlerList<T> {
  /** Replaced, never changed: a delivery under way keeps the handlers it began with. */
  let registrations: readonly Registration<T>[] = [];

  const deliver = ({ handler, isRemoved }: Registration<T>, event: ObjectEvent<T>): void => {
    if (isRemoved) return;
    try {
      call(handler, event);
    } catch (error) {
      logger.error('An event handler failed', { resource, event: event.type, error });
    }
  };

  return {
    add: (handler, present) => {
      const registration = { handler, isRemoved: false };
      registrations = [...registrations, registration];
      for (const object of [...present]) deliver(registration, { type: 'add', object, isInitial: true });
      return () => {
        registration.isRemoved = true;
        registrations = registrations.filter((other) => other !== registration);
      };
    },
    tell: (events) => {
      const told = registrations;
      for (const event of events) for (const registration of told) deliver(registration, event);
    },
  };
}

function call<T>(handler: ResourceEventHandler<T>, event: ObjectEvent<T>): void {
  switch (event.type) {
    case 'add':
      handler.onAdd?.(event.object, { isInitial: event.isInitial });
      return;
    case 'update':
      handler.onUpdate?.(event.old, event.object);
      return;
    case 'delete':
      handler.onDelete?.(event.last);
  }
}
