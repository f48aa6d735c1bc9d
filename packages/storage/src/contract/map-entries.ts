/** Reads the entries of a range in another form, for layers over an engine. Gives way: a page may have ten thousand. */
import { giveWay } from '@keelson/telemetry';

import { createSlabs, type Allocate } from './slabs.ts';
import type { DeferredReads, Entry, RangeResult } from './storage.ts';

export async function mapEntries(
  result: RangeResult,
  read: (entry: Entry, allocate: Allocate) => Entry,
): Promise<RangeResult> {
  const entries: Entry[] = [];
  const allocate = createSlabs();
  for (const entry of result.entries) {
    entries.push(read(entry, allocate));
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return { ...result, entries };
}

/** An entry with another value. */
export function withValue({ key, revision, isStale }: Entry, read: Pick<Entry, 'value' | 'isStale'>): Entry {
  return { key, value: read.value, isStale: read.isStale ?? isStale, revision };
}

/** The same for values that are read later: each when it is asked for. `peek` is `read` where nothing is saved by a look. */
export function mapDeferred(
  deferred: DeferredReads,
  read: (entry: Entry) => Entry,
  peek: (entry: Entry) => Entry = read,
): DeferredReads {
  return {
    ...deferred,
    read: (entry) => read({ key: entry.key, revision: entry.revision, ...deferred.read(entry) }),
    peek: (entry) => peek({ key: entry.key, revision: entry.revision, value: deferred.peek(entry) }).value,
  };
}
