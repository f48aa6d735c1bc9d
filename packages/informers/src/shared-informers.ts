/** The listers and informers of a process: one of each for a kind, shared by all who read it. */
import type { NamespacedName } from '@keelson/cache';
import type { Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { createInformer } from './informer/informer.ts';
import type { Informer } from './informer/informer.ts';
import { createLister } from './listers/lister.ts';
import type { Lister } from './listers/lister.ts';
import { createReadVersion } from './objects/cached-object.ts';
import type { ReadVersion } from './objects/cached-object.ts';
import type { RegisteredResource, RegisteredResources } from './resources/registered-resources.ts';

/**
 * `T` is the type of the objects in their stored version, whose declaration the caller has. A resource is named by its
 * declaration in any version. One that is not stored throws: that is a fault of the program.
 */
export interface Informers {
  readonly resources: RegisteredResources;
  lister<T>(resource: Resource): Lister<T>;
  /** Begins to follow the resource the first time that it is asked for. */
  informer<T>(resource: Resource): Informer<T>;
  /** One of the caller's own, for the objects of some names alone: it costs nothing for the others. */
  informerOfNames<T>(resource: Resource, accepts: (name: NamespacedName) => boolean): Informer<T>;
  /** No event handler is called any more. */
  stop(): void;
}

interface Shared {
  readonly read: ReadVersion<unknown>;
  lister?: Lister<unknown>;
  informer?: Informer<unknown>;
}

export interface InformersParts {
  readonly resources: RegisteredResources;
  readonly logger: Pick<Logger, 'error'>;
}

export function createInformers({ resources, logger }: InformersParts): Informers {
  const known = new Map<RegisteredResource, Shared>();
  const own: Informer<unknown>[] = [];
  const find = (resource: Resource) => {
    const place = resources.of(resource);
    if (place === undefined) throw new Error(`${resource.plural} are stored nowhere`);
    const { cache, message } = place;
    const shared = known.get(place) ?? { read: createReadVersion(message, cache) };
    known.set(place, shared);
    return { cache, shared };
  };
  return {
    resources,
    lister: <T>(resource: Resource) => {
      const { cache, shared } = find(resource);
      return (shared.lister ??= createLister({ cache, read: shared.read })) as Lister<T>;
    },
    informer: <T>(resource: Resource) => {
      const { cache, shared } = find(resource);
      return (shared.informer ??= createInformer({ cache, read: shared.read, logger })) as Informer<T>;
    },
    informerOfNames: <T>(resource: Resource, accepts: (name: NamespacedName) => boolean) => {
      const { cache, shared } = find(resource);
      const informer = createInformer({ cache, read: shared.read, logger, accepts });
      own.push(informer);
      return informer as Informer<T>;
    },
    stop: () => {
      for (const { informer } of known.values()) informer?.stop();
      for (const informer of own) informer.stop();
    },
  };
}
