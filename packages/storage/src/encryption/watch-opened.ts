/** A watch of an encrypted store: the inner store's, with its events decrypted. */
import type { Storage, StorageEvent, Watch, Watcher, WatchOptions } from '../contract/storage.ts';

export interface OpenedWatchOptions extends WatchOptions {
  readonly prefix: string;
  readonly afterRevision: number;
  readonly watcher: Watcher;
  readonly openEvent: (event: StorageEvent) => StorageEvent;
}

/** An event that cannot be decrypted is delivered like any other, with an unreadable value, so that none is lost. */
export function watchOpened(storage: Storage, options: OpenedWatchOptions): Watch {
  const { watcher, withPrevious = true, progressAt } = options;
  /** The previous state is decrypted only if it was asked for: an engine may deliver it all the same. */
  const openEvent = (event: StorageEvent): StorageEvent =>
    options.openEvent(withPrevious ? event : { ...event, previous: undefined });
  const opening: Watcher = {
    onEvents: (events) => watcher.onEvents(events.map(openEvent)),
    ...(watcher.onProgress && { onProgress: (revision: number) => watcher.onProgress?.(revision) }),
    onEnd: (error) => watcher.onEnd(error),
  };
  return storage.watch(options.prefix, options.afterRevision, opening, {
    withPrevious,
    ...(progressAt !== undefined && { progressAt }),
  });
}
