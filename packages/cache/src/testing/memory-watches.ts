/** The watches on a store in memory: delivered in later turns, with back-pressure, in odd batches. */
import { StorageError } from '@keelson/storage';
import type { StorageEvent, Watch, Watcher, WatchOptions } from '@keelson/storage';

import type { MemoryHistory } from './memory-history.ts';

export interface MemoryWatches {
  add(prefix: string, afterRevision: number, watcher: Watcher, options?: WatchOptions): Watch;
  /** Something was written. */
  wake(): void;
  hold(isHeld: boolean): void;
  endAll(error: StorageError): void;
  count(): number;
  /** The most that there ever were at once. */
  most(): number;
}

interface Watching {
  readonly prefix: string;
  readonly watcher: Watcher;
  position: number;
  progressAt: number | undefined;
  isBusy: boolean;
}

export function createMemoryWatches(history: MemoryHistory, compactedRevision: () => number): MemoryWatches {
  const watches = new Set<Watching>();
  let isHeld = false;
  let most = 0;

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
    const due = dueTo(watching, history);
    const last = due.at(-1)?.revision;
    if (last === undefined) return tellProgress(watching, history.revision());
    watching.position = last;
    const pending = watching.watcher.onEvents(due);
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
    add: (prefix, afterRevision, watcher, { progressAt } = {}) => {
      const watching: Watching = { prefix, watcher, position: afterRevision, progressAt, isBusy: false };
      watches.add(watching);
      most = Math.max(most, watches.size);
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
    most: () => most,
  };
}

/** Two revisions at a time, so that batches end at odd places. */
function dueTo({ position, prefix }: Watching, history: MemoryHistory): readonly StorageEvent[] {
  const due = history.events().filter((event) => event.revision > position && event.key.startsWith(prefix));
  const last = [...new Set(due.map((event) => event.revision))][1];
  return due.filter((event) => last === undefined || event.revision <= last);
}

function tellProgress(watching: Watching, revision: number): void {
  if (watching.progressAt === undefined || revision < watching.progressAt) return;
  watching.progressAt = undefined;
  watching.position = Math.max(watching.position, revision);
  watching.watcher.onProgress?.(revision);
}
