/**
 * A store in memory that finds values without waiting, or gives them along with their keys, and lends what is read: what a
 * reader keeps of it is overwritten.
 */
import { isUnreadable, type KeyEntry, type StoredValue } from '@keelson/storage';

import type { MemoryStorage } from './memory-storage.ts';

export interface DeferringStorage extends MemoryStorage {
  /** The values that were asked for so far, by key and revision. */
  readonly valuesRead: readonly string[];
}

export function withDeferredReads(storage: MemoryStorage, { givesValues = false } = {}): DeferringStorage {
  const valuesRead: string[] = [];
  let lent = Buffer.alloc(0);
  const read = ({ key, revision, value: given }: KeyEntry): StoredValue => {
    valuesRead.push(`${key}@${String(revision)}`);
    const event = storage.events().find((each) => each.key === key && each.revision === revision);
    const value = given ?? event?.value;
    if (value === undefined) return { fault: 'nothing is known of this revision' };
    if (isUnreadable(value)) return value;
    lent.fill('#');
    lent = Buffer.from(value);
    return lent;
  };
  return {
    ...storage,
    valuesRead,
    deferred: {
      givesValues,
      range: async (folder, options) => {
        const result = await storage.range(folder, options);
        const newest = new Map(storage.events().map(({ key, revision }) => [key, revision]));
        const entries = result.entries.map((entry) => {
          const { key, revision } = entry;
          return newest.get(key) === revision && !givesValues ? { key, revision } : entry;
        });
        return { ...result, entries };
      },
      read: (entry) => ({ value: read(entry) }),
      peek: read,
    },
  };
}
