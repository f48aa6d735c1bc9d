/**
 * Compacts the store at an interval, one replica at a time, through the contract alone.
 *
 * A marker under the prefix holds the compacted revision. The replica that writes it
 * compacts; a replica writes it only if no other has since its last look, so one leads
 * and another takes over within two intervals. The marker is written before the
 * compaction, with the revision that was newest one interval ago, so history is kept for
 * one to two intervals.
 *
 * The marker is an ordinary key: watches of the prefix learn of every compaction in order
 * with all other events, and in a quiet store it moves them past the compacted revision.
 */
import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import type { Entry, Storage } from '../contract/storage.ts';
import { hasStorageCode } from '../contract/errors.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';

/** Begins with a dot, unlike every resource. */
const markerName = '.keelson/compacted';

export function compactionMarkerKey(prefix: string): string {
  return `${prefix}${markerName}`;
}

/** The revision in a marker, `undefined` if it is none. */
export function parseCompactionMarker(value: StoredValue): number | undefined {
  if (isUnreadable(value)) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(value).toString());
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null || !('revision' in content)) return undefined;
  const { revision } = content;
  return typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
}

export interface CompactorOptions {
  readonly storage: Pick<Storage, 'prefix' | 'get' | 'create' | 'update' | 'compact'>;
  readonly intervalMs: number;
  readonly logger?: Logger;
}

export interface Compactor {
  /** One turn of the timer. Returns the compacted revision, `undefined` if another replica leads. */
  beat(): Promise<number | undefined>;
  /** Waits for a turn in progress. */
  close(): Promise<void>;
}

/** The state that a replica remembers from one turn to the next. */
interface Look {
  readonly marker: Entry | undefined;
  /** The newest revision at the time. */
  readonly revision: number;
}

/**
 * Takes a first look at once, and a turn at every interval. A failed turn is logged, and
 * the next one is a first look again.
 */
export function startCompactor({ storage, intervalMs, logger = silentLogger }: CompactorOptions): Compactor {
  let last: Look | undefined;
  const beat = async (): Promise<number | undefined> => {
    const before = last;
    last = undefined;
    const now = await look(storage);
    // A store that was restored from a backup may have the marker and not the revision.
    const isSame = before !== undefined && before.revision <= now.revision;
    const isMine = isSame && before.marker?.revision === now.marker?.revision;
    const mine = isMine ? await mark(storage, before) : undefined;
    if (before !== undefined && mine !== undefined) await storage.compact(before.revision);
    last = { marker: mine?.marker ?? now.marker, revision: now.revision };
    return mine === undefined ? undefined : before?.revision;
  };

  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = running.then(beat).catch((cause: unknown) => {
      if (!hasStorageCode(cause, 'closed')) logger.warn('History could not be compacted', { cause });
    });
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return {
    beat: () => {
      const beaten = running.then(beat);
      running = beaten.catch(() => undefined);
      return beaten;
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function look(storage: CompactorOptions['storage']): Promise<Look> {
  const { entry, revision } = await storage.get(compactionMarkerKey(storage.prefix));
  return { marker: entry, revision };
}

/** This replica leads. */
interface Turn {
  /** `undefined` if the store had no room for it. */
  readonly marker: Entry | undefined;
}

/**
 * Writes the marker unless another replica did. A full store accepts no marker and needs the compaction: it is made all
 * the same, perhaps by several replicas, and the watch caches of others keep more history than the store has.
 */
async function mark(storage: CompactorOptions['storage'], { marker, revision }: Look): Promise<Turn | undefined> {
  const key = compactionMarkerKey(storage.prefix);
  const value = Buffer.from(JSON.stringify({ revision }));
  try {
    const result =
      marker === undefined ? await storage.create(key, value) : await storage.update(key, value, marker.revision);
    return result.ok ? { marker: { key, value, revision: result.revision } } : undefined;
  } catch (error) {
    if (hasStorageCode(error, 'outOfSpace')) return { marker: undefined };
    throw error;
  }
}
