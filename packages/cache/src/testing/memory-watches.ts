/** The watches on a store in memory: delivered in later turns, with back-pressure, in odd batches. */
import { StorageError } from '@keelson/storage';
import type { Watch, Watcher } from '@keelson/storage';

import type { MemoryHistory } from './memory-history.ts';

export interface MemoryWatches {
  add(prefix: string, afterRevision: number, watcher: Watcher): Watch;
  /** Something was written. */
  wake(): void;
  hold(isHeld: boolean): void;
  endAll(error: StorageError): void;
  count(): number;
}

interface Watching {
  readonly prefix: string;
  readonly watcher: Watcher;
  position: number;
  isBusy: boolean;
}

export function createMemoryWatches(history: MemoryHistory, compactedRevision: () => number): MemoryWatches {
  const watches = new Set<Watching>();
  let isHeld = false;

  const pump = (watching: Watching): void => {
    if (watching.isBusy) return;
    watching.isBusy = true;
    setImmediate(() => {
      watching.isBusy = false;
      if (!isHeld && watches.has(watching)) deliver(watching);
    });
  };

  const deliver = (watching: Watching): void => {
    if (watching.position < compactedRevision()) {
      watches.delete(watching);
      watching.watcher.onEnd(new StorageError('compacted', 'gone'));
      return;
    }
    const { position, prefix } = watching;
    const due = history.events().filter((event) => event.revision > position && event.key.startsWith(prefix));
    // Two revisions at a time, so that batches end at odd places.
    const last = [...new Set(due.map((event) => event.revision))][1] ?? due.at(-1)?.revision;
    if (last === undefined) return;
    watching.position = last;
    const pending = watching.watcher.onEvents(due.filter((event) => event.revision <= last));
    if (pending === undefined) {
      pump(watching);
      return;
    }
    watching.isBusy = true;
    void pending.then(() => {
      watching.isBusy = false;
      pump(watching);
    });
  };

  const wake = (): void => {
    for (const watching of watches) pump(watching);
  };

  return {
    add: (prefix, afterRevision, watcher) => {
      const watching = { prefix, watcher, position: afterRevision, isBusy: false };
      watches.add(watching);
      pump(watching);
      return { close: () => void watches.delete(watching) };
    },
    wake,
    hold: (held) => {
      isHeld = held;
      wake();
    },
    endAll: (error) => {
      const ending = [...watches];
      watches.clear();
      for (const { watcher } of ending) watcher.onEnd(error);
    },
    count: () => watches.size,
  };
}
