/** Reads the entries of a range in another form, for layers over an engine. Gives way: a page may have ten thousand. */
import { giveWay } from '@keelson/telemetry';

import { createValueMemory, type ValueMemory } from './slabs.ts';
import type { DeferredReads, Entry, RangeResult } from './storage.ts';

export async function mapEntries(
  result: RangeResult,
  read: (entry: Entry, memory: ValueMemory) => Entry,
): Promise<RangeResult> {
  const entries: Entry[] = [];
  const memory = createValueMemory();
  for (const entry of result.entries) {
    entries.push(read(entry, memory));
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return { ...result, entries };
}

/** An entry with another value, which has spare bytes only if `memory` gave its own. */
export function withValue(
  { key, revision, isStale }: Entry,
  read: Pick<Entry, 'value' | 'isStale'>,
  memory?: ValueMemory,
): Entry {
  const { value } = read;
  return { key, value, isStale: read.isStale ?? isStale, spareBytes: memory?.spareBytesOf(value), revision };
}

/** The same for values that are read later: each when it is asked for. */
export function mapDeferred(
  deferred: DeferredReads | undefined,
  read: (entry: Entry) => Entry,
): DeferredReads | undefined {
  return (
    deferred && {
      ...deferred,
      read: (entry) => read({ key: entry.key, revision: entry.revision, ...deferred.read(entry) }),
    }
  );
}
