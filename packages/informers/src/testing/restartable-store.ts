/** The embedded store behind a watch that tests can end, and a store that they can put in its place. */
import { StorageError } from '@keelson/storage';
import type { Storage, Watch, Watcher } from '@keelson/storage';

export interface RestartableStore {
  readonly storage: Storage;
  /** Ends all watches as a lost connection does: the watch cache loads everything anew. */
  endWatches(): void;
  /** Another store answers from now on, as after a restore from a backup. */
  replaceWith(other: Storage): void;
}

export function createRestartableStore(first: Storage): RestartableStore {
  let current = first;
  const watches = new Map<Watch, Watcher>();

  const endAll = (error: StorageError): void => {
    const ending = [...watches];
    watches.clear();
    for (const [watch, watcher] of ending) {
      watch.close();
      watcher.onEnd(error);
    }
  };

  const storage: Storage = {
    ...first,
    get: (...asked) => current.get(...asked),
    range: (...asked) => current.range(...asked),
    get deferred() {
      return current.deferred;
    },
    create: (...asked) => current.create(...asked),
    update: (...asked) => current.update(...asked),
    delete: (...asked) => current.delete(...asked),
    currentRevision: (...asked) => current.currentRevision(...asked),
    revisionAtHand: () => current.revisionAtHand(),
    watch: (prefix, revision, watcher, options) => {
      const watch = current.watch(prefix, revision, watcher, options);
      watches.set(watch, watcher);
      return watch;
    },
  };

  return {
    storage,
    // Of all reasons, this one lets the watch cache begin anew at once.
    endWatches: () => endAll(new StorageError('compacted', 'the watch ended on request')),
    replaceWith: (other) => {
      current = other;
      endAll(new StorageError('historyRestarted', 'another store answers'));
    },
  };
}
