/** A store in memory that finds values without waiting, and lends them: what a reader keeps of them is overwritten. */
import { isUnreadable } from '@keelson/storage';

import type { MemoryStorage } from './memory-storage.ts';

export interface DeferringStorage extends MemoryStorage {
  /** The values that were asked for so far, by key and revision. */
  readonly valuesRead: readonly string[];
}

export function withDeferredReads(storage: MemoryStorage): DeferringStorage {
  const valuesRead: string[] = [];
  let lent = Buffer.alloc(0);
  return {
    ...storage,
    valuesRead,
    deferred: {
      range: async (folder, options) => {
        const result = await storage.range(folder, options);
        const newest = new Map(storage.events().map(({ key, revision }) => [key, revision]));
        const entries = result.entries.map((entry) => {
          const { key, revision } = entry;
          return newest.get(key) === revision ? { key, revision } : entry;
        });
        return { ...result, entries };
      },
      read: (key, revision) => {
        valuesRead.push(`${key}@${String(revision)}`);
        const event = storage.events().find((each) => each.key === key && each.revision === revision);
        if (event?.value === undefined) return { value: { fault: 'nothing is known of this revision' } };
        if (isUnreadable(event.value)) return { value: event.value };
        lent.fill('#');
        lent = Buffer.from(event.value);
        return { value: lent };
      },
    },
  };
}
