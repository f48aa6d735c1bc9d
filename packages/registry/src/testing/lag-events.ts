/** A store whose watches can be held back, as on a replica that lags; reads and writes pass. */
import type { Storage, Watcher } from '@keelson/storage';

export interface LaggingStorage {
  readonly storage: Storage;
  /** From now on no event is delivered. */
  hold(): void;
  /** Delivers the events held back, in their order. */
  release(): void;
}

export function lagEvents(storage: Storage): LaggingStorage {
  let held: Promise<void> | undefined;
  let open = (): void => undefined;

  const slowed = (watcher: Watcher): Watcher => ({
    onEvents: async (events) => {
      while (held !== undefined) await held;
      await watcher.onEvents(events);
    },
    onProgress: (revision) => {
      if (held === undefined) watcher.onProgress?.(revision);
    },
    onEnd: (error) => watcher.onEnd(error),
  });

  return {
    storage: {
      ...storage,
      watch: (prefix, afterRevision, watcher, options) =>
        storage.watch(prefix, afterRevision, slowed(watcher), options),
    },
    hold: () => {
      held ??= new Promise((resolve) => (open = resolve));
    },
    release: () => {
      held = undefined;
      open();
    },
  };
}
