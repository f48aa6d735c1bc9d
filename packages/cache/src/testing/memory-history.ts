/** The event history of an in-memory store, and its state at any revision. Nothing is compacted unless a test asks. */
import type { Entry, StorageEvent, StoredValue } from '@keelson/storage';

export interface MemoryHistory {
  /** All under one new revision, which it returns; `undefined` deletes. */
  write(changes: ReadonlyMap<string, string | StoredValue | undefined>): number;
  /** A revision without an event. */
  skip(): number;
  revision(): number;
  newest(key: string): Entry | undefined;
  stateAt(revision: number): Map<string, Entry>;
  events(): readonly StorageEvent[];
  /** Goes back to this revision: what came after it has never been. */
  restore(revision: number): void;
}

export function createMemoryHistory(): MemoryHistory {
  let log: StorageEvent[] = [];
  const newest = new Map<string, Entry>();
  let revision = 1;

  const stateAt = (at: number): Map<string, Entry> => {
    const state = new Map<string, Entry>();
    for (const { key, value, revision: changed } of log) {
      if (changed > at) break;
      if (value === undefined) state.delete(key);
      else state.set(key, { key, value, revision: changed });
    }
    return state;
  };

  return {
    write: (changes) => {
      revision += 1;
      for (const [key, content] of changes) {
        const value = typeof content === 'string' ? Buffer.from(content) : content;
        log.push({ key, revision, value, previous: newest.get(key) });
        if (value === undefined) newest.delete(key);
        else newest.set(key, { key, value, revision });
      }
      return revision;
    },
    skip: () => (revision += 1),
    revision: () => revision,
    newest: (key) => newest.get(key),
    stateAt,
    events: () => log,
    restore: (to) => {
      log = log.filter((event) => event.revision <= to);
      revision = to;
      newest.clear();
      for (const [key, entry] of stateAt(to)) newest.set(key, entry);
    },
  };
}
