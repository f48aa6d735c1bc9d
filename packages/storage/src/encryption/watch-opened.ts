/** A watch of an encrypted store: the inner store's, with its events decrypted. */
import type { Storage, StorageEvent, Watch, Watcher, WatchOptions } from '../contract.ts';
import { isStorageError } from '../errors.ts';

export interface OpenedWatchOptions extends WatchOptions {
  readonly prefix: string;
  readonly afterRevision: number;
  readonly watcher: Watcher;
  readonly openEvent: (event: StorageEvent) => StorageEvent;
}

/**
 * A batch with an event that cannot be decrypted is not delivered, not even in part,
 * and ends the watch with that error: to skip the event would be to lose it.
 */
export function watchOpened(storage: Storage, options: OpenedWatchOptions): Watch {
  const { watcher, withPrevious = true, progressAt } = options;
  /** What the key held before is not decrypted for nothing: an engine may hand it out unasked. */
  const openEvent = (event: StorageEvent): StorageEvent =>
    options.openEvent(withPrevious ? event : { ...event, previous: undefined });
  const opening: Watcher = {
    onEvents: (events) => {
      let opened: readonly StorageEvent[];
      try {
        opened = events.map(openEvent);
      } catch (error) {
        if (!isStorageError(error)) throw error;
        inner.close();
        watcher.onEnd(error);
        return undefined;
      }
      return watcher.onEvents(opened);
    },
    ...(watcher.onProgress && { onProgress: (revision: number) => watcher.onProgress?.(revision) }),
    onEnd: (error) => watcher.onEnd(error),
  };
  const inner = storage.watch(options.prefix, options.afterRevision, opening, {
    withPrevious,
    ...(progressAt !== undefined && { progressAt }),
  });
  return inner;
}
