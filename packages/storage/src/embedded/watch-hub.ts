/** The watches of the embedded store. Publishes each committed batch to all of them. */
import type { Storage, StorageEvent } from '../contract/storage.ts';
import { closedError } from '../contract/errors.ts';
import { createLiveWatch } from './live-watch.ts';
import type { LiveWatch } from './live-watch.ts';
import type { State } from './record.ts';
import type { Tables } from './tables.ts';

export interface WatchHubOptions {
  readonly tables: Tables;
  readonly standing: { readonly state: State };
  /** Translates the failure of a read. */
  readonly onFailedRead: (cause: unknown) => Error;
}

export interface WatchHub {
  readonly watch: Storage['watch'];
  /** Delivers everything committed above `from`, up to `to`. */
  publish(events: readonly StorageEvent[], from: number, to: number): void;
  /** Delivers what another process has committed. */
  wake(): void;
  count(): number;
  close(): void;
}

export function createWatchHub(options: WatchHubOptions): WatchHub {
  const watches = new Set<LiveWatch>();
  return {
    watch: (prefix, afterRevision, watcher, { withPrevious = true, progressAt } = {}) => {
      const onOver = (): void => {
        watches.delete(watch);
      };
      const wanted = { prefix, afterRevision, watcher, withPrevious, progressAt };
      const watch: LiveWatch = createLiveWatch({ ...options, ...wanted, onOver });
      watches.add(watch);
      return {
        close: () => {
          watch.stop();
          watches.delete(watch);
        },
      };
    },
    publish: (events, from, to) => {
      for (const watch of watches) watch.publish(events, from, to);
    },
    wake: () => {
      for (const watch of [...watches]) watch.wake();
    },
    count: () => watches.size,
    close: () => {
      for (const watch of [...watches]) watch.end(closedError());
    },
  };
}
