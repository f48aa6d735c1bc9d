/**
 * Gives up history on a beat, one replica at a time, through the contract alone.
 *
 * A marker under the prefix carries what was compacted. Whoever writes it, compacts;
 * a replica writes it only if nobody else has since it looked last, so one leads and
 * another takes over within two intervals. The marker is written before the
 * compaction, with the revision that was newest one interval ago, so that history
 * is kept for one to two intervals.
 *
 * It is an ordinary key, so whoever watches the prefix learns of every compaction in
 * order with all else, and a quiet store still moves the watch on past what was compacted.
 */
import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import type { Entry, Storage } from '../contract/storage.ts';
import { hasStorageCode } from '../contract/errors.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';

/** Its first part begins with a dot, as no resource does. */
const markerName = '.keelson/compacted';

export function compactionMarkerKey(prefix: string): string {
  return `${prefix}${markerName}`;
}

/** The revision that a marker carries, `undefined` if it is not one. */
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
  /** What the timer does: answers the revision compacted, `undefined` when it was not its turn. */
  beat(): Promise<number | undefined>;
  /** Waits for a beat under way. */
  close(): Promise<void>;
}

/** What a replica remembers from one beat to the next. */
interface Look {
  readonly marker: Entry | undefined;
  /** The newest revision at that time. */
  readonly revision: number;
}

/**
 * Beats at once, to look, and then at every interval. A beat that fails is logged,
 * and the next one is a first look again.
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

/** That it is this one's turn. */
interface Turn {
  /** `undefined` if there was no room for it. */
  readonly marker: Entry | undefined;
}

/**
 * Writes the marker unless another did: then it is that one's turn. A store that is full takes no marker, and a
 * compaction is what it needs: it is made all the same, perhaps by several, and the windows of others keep more history
 * than the store has.
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
