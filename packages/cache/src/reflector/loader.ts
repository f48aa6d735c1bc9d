/** Loads resources, a few at a time and with retries, and resolves the promises that wait for them. */
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import type { Clock } from '../clock.ts';
import { resetResource } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';
import { loadResource } from './load-resource.ts';

export interface Loader {
  /** Loads it as of its floor. To be called once for each reset of the resource. */
  load(resource: CachedResource): void;
  /** Resolves when the resource is loaded or removed, at once if it is. Never rejects. */
  whenLoaded(resource: CachedResource): Promise<void>;
  /** The resource was removed: nobody waits for it any longer. */
  giveUp(resource: CachedResource): void;
  /** No further callbacks. */
  close(): void;
}

export interface LoaderParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mostReadAtOnce: number;
  /** Somebody reads all objects of the resource. */
  readonly isReadWhole: (resource: CachedResource) => boolean;
  /** Where a resource begins whose floor is gone. */
  readonly reachedRevision: () => number;
  /** Called before the promises that wait for the resource resolve. */
  readonly onLoaded: (resource: CachedResource) => void;
}

const atOnce = 4;
const retryMs = 1_000;

export function createLoader(parts: LoaderParts): Loader {
  const { clock, logger } = parts;
  const waiting: CachedResource[] = [];
  const listeners = createListeners();
  let running = 0;
  let isClosed = false;

  const retry = (resource: CachedResource): void => {
    const { generation } = resource;
    clock.after(retryMs, () => {
      if (!isClosed && resource.generation === generation) load(resource);
    });
  };

  const run = async (resource: CachedResource): Promise<void> => {
    try {
      const outcome = await loadResource(parts, resource);
      if (outcome === 'loaded') {
        parts.onLoaded(resource);
        listeners.tell(resource);
      }
      if (outcome !== 'compacted') return;
      logger.warn('A resource took too long to load and begins anew', { resource: resource.name });
      resetResource(resource, parts.reachedRevision());
      load(resource);
    } catch (error) {
      if (isClosed) return;
      logger.warn('A resource could not be loaded and is tried again', { resource: resource.name, error });
      retry(resource);
    }
  };

  const runNext = (): void => {
    const resource = running < atOnce ? waiting.shift() : undefined;
    if (resource === undefined) return;
    running += 1;
    const goOn = (): void => {
      running -= 1;
      runNext();
    };
    // Its slot goes to the next one, whether it succeeds or fails.
    run(resource).then(goOn, goOn);
  };

  const load = (resource: CachedResource): void => {
    if (isClosed) return;
    waiting.push(resource);
    runNext();
  };

  return {
    load,
    whenLoaded: (resource) => (resource.isLoaded || resource.isRemoved ? Promise.resolve() : listeners.wait(resource)),
    giveUp: listeners.tell,
    close: () => {
      isClosed = true;
      waiting.length = 0;
      listeners.clear();
    },
  };
}

interface Listeners {
  wait(resource: CachedResource): Promise<void>;
  tell(resource: CachedResource): void;
  clear(): void;
}

function createListeners(): Listeners {
  const byResource = new Map<CachedResource, (() => void)[]>();
  return {
    wait: (resource) =>
      new Promise((resolve) => {
        const waiting = byResource.get(resource);
        if (waiting === undefined) byResource.set(resource, [resolve]);
        else waiting.push(resolve);
      }),
    tell: (resource) => {
      const waiting = byResource.get(resource) ?? [];
      byResource.delete(resource);
      for (const resolve of waiting) resolve();
    },
    clear: () => byResource.clear(),
  };
}
