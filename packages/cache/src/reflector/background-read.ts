/**
 * Reads the values that a store gave along with their keys, and that nobody has asked for: what was given is freed, those
 * that cannot be read are counted and named, and whoever asks for an object later finds it read. It begins once everything
 * is loaded, and rests while requests are served.
 */
import type { Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import type { Clock } from '../clock.ts';
import { readValues } from '../resources/heads-of.ts';
import type { CachedResource } from '../resources/resource.ts';
import type { Memory } from './memory.ts';

export interface BackgroundReadParts {
  readonly storage: Pick<Storage, 'deferred'>;
  readonly routes: Memory['routes'];
  readonly clock: Pick<Clock, 'giveWayPatiently'>;
  readonly logger: Pick<Logger, 'error'>;
}

export interface BackgroundRead {
  /** To be called whenever everything is loaded. */
  begin(): void;
  close(): void;
}

export function createBackgroundRead({ storage, routes, clock, logger }: BackgroundReadParts): BackgroundRead {
  let isRunning = false;
  let isClosed = false;
  /** Each load is read once, also where that fails. */
  const generations = new WeakMap<CachedResource, number>();

  const next = (): CachedResource | undefined => {
    for (const resource of isClosed ? [] : routes.all()) {
      const { isLoaded, unreadCount, generation } = resource;
      if (isLoaded && unreadCount > 0 && generations.get(resource) !== generation) return resource;
    }
    return undefined;
  };

  const read = async (resource: CachedResource): Promise<void> => {
    const { generation } = resource;
    generations.set(resource, generation);
    const isCurrent = (): boolean => !isClosed && resource.generation === generation;
    await readValues(resource, { isCurrent, giveWay: clock.giveWayPatiently });
  };

  const goOn = (): void => {
    const resource = next();
    isRunning = resource !== undefined;
    if (resource === undefined) return;
    read(resource).then(goOn, (error: unknown) => {
      logger.error('The objects of a resource could not be read', { resource: resource.name, error });
      goOn();
    });
  };

  return {
    begin: () => {
      if (!isRunning && storage.deferred.givesValues) goOn();
    },
    close: () => {
      isClosed = true;
    },
  };
}
