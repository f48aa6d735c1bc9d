/**
 * All watchers of a watch cache, from their first request to their end: starts them,
 * sends bookmarks, ends those that time out or do not read.
 */
import type { Clock } from '../clock.ts';
import type { HistoryBounds } from '../history/history-bounds.ts';
import type { ListOutcome } from '../read/read-outcome.ts';
import type { CachedResource } from '../resources/resource.ts';
import { catchUp } from './catch-up.ts';
import type { CatchUp, CatchUpParts } from './catch-up.ts';
import type { OutboxLimits } from './outbox.ts';
import { createTurn } from './turn.ts';
import { createWatcher } from './create-watcher.ts';
import type { CacheWatch, WatchEnd, WatchRequest } from './watch-request.ts';
import type { CacheWatcher } from './watcher.ts';

export interface WatchersParts extends CatchUpParts {
  readonly clock: Clock;
  readonly limits: OutboxLimits;
  /** A consumer that is full for this long is too slow. */
  readonly stallMs: number;
  readonly bookmarkMs: number;
  /** The revision that memory has reached. */
  readonly reachedRevision: () => number;
  readonly history: HistoryBounds;
  readonly currentRevision: () => Promise<number>;
  readonly whenLoaded: (resource: CachedResource) => Promise<void>;
  readonly listInitial: (
    watcher: CacheWatcher,
    request: WatchRequest,
    kind: 'mostRecent' | 'any',
  ) => Promise<ListOutcome>;
}

export interface Watchers {
  /**
   * Returns at once; the sink is called in later turns. Ordering: events by revision,
   * each once, nothing left out, from the start asked for to the end.
   */
  start(resource: CachedResource, request: WatchRequest): CacheWatch;
  /** The event of a write will come: others may wait for it a moment, to be sent with it. */
  expect(write: Promise<unknown>): void;
  /** To be called about once a second. */
  tick(): void;
  /** Ends those of one resource, or all. */
  endAll(end: WatchEnd, resource?: CachedResource): void;
  count(): number;
  /** Number of watches ended because they did not keep up. */
  slowCount(): number;
}

export function createWatchers(parts: WatchersParts): Watchers {
  const { clock } = parts;
  const all = new Set<CacheWatcher>();
  const turn = createTurn(clock);
  let slow = 0;

  const start = (resource: CachedResource, request: WatchRequest): CacheWatch => {
    let catching: CatchUp | undefined;
    const watcher = createWatcher(resource, request, {
      clock,
      turn,
      limits: parts.limits,
      bookmarkMs: parts.bookmarkMs,
      onRoom: () => catching?.goOn(),
      onEnd: (end) => {
        if (end?.reason === 'tooSlow') {
          slow += 1;
          resource.counts.slowWatches += 1;
        }
        catching?.stop();
        parts.fanOut.delete(watcher);
        all.delete(watcher);
      },
    });
    all.add(watcher);
    begin(parts, watcher, request).then(
      (begun) => (catching = begun),
      (error: unknown) => watcher.end({ reason: 'failed', error }),
    );
    return { resume: () => watcher.outbox.resume(), close: () => watcher.close() };
  };

  return {
    start,
    expect: turn.expect,
    tick: () => {
      const nowMs = clock.now();
      for (const watcher of all) tickOne(parts, watcher, nowMs);
    },
    endAll: (end, resource) => {
      for (const watcher of all) if (resource === undefined || watcher.resource === resource) watcher.end(end);
    },
    count: () => all.size,
    slowCount: () => slow,
  };
}

/** Finds the state to begin with. Resolves once the watcher is catching up, `undefined` if it is over before. */
async function begin(parts: WatchersParts, watcher: CacheWatcher, request: WatchRequest): Promise<CatchUp | undefined> {
  const { start, marksInitialEventsEnd = false } = request;
  await parts.whenLoaded(watcher.resource);
  // By a request that began before it was removed.
  if (watcher.resource.isRemoved) watcher.end({ reason: 'reset' });
  if (watcher.phase === 'over') return undefined;
  if (start.kind === 'after') {
    if (await isOfEarlierHistory(parts, start.revision)) {
      watcher.end({ reason: 'historyRestarted' });
      return undefined;
    }
    if (watcher.phase !== 'starting') return undefined;
    watcher.sentRevision = start.revision;
    watcher.phase = 'catchingUp';
    return catchUp(parts, watcher, { objects: [], marksEnd: false });
  }
  const listed = await parts.listInitial(watcher, request, start.kind);
  if (watcher.phase !== 'starting') return undefined;
  if (!listed.ok) {
    watcher.end(
      listed.reason === 'unreadable'
        ? { reason: 'unreadable', unreadable: listed }
        : { reason: 'compacted', revision: listed.revision },
    );
    return undefined;
  }
  watcher.sentRevision = listed.revision;
  watcher.phase = 'catchingUp';
  return catchUp(parts, watcher, { objects: listed.objects, marksEnd: marksInitialEventsEnd });
}

/**
 * True if the revision comes from a history that has ended, as far as can be known. A revision
 * that the store has since passed cannot be distinguished from one of its own.
 */
async function isOfEarlierHistory(
  { history, reachedRevision, currentRevision }: WatchersParts,
  revision: number,
): Promise<boolean> {
  if (revision < history.began()) return true;
  if (revision <= reachedRevision() || revision > history.endedAt()) return false;
  return revision > (await currentRevision());
}

function tickOne(parts: WatchersParts, watcher: CacheWatcher, nowMs: number): void {
  const { outbox } = watcher;
  const isTimeUp = nowMs >= watcher.deadlineMs;
  const isBookmarkDue = isTimeUp || nowMs >= watcher.nextBookmarkMs;
  if (isBookmarkDue && watcher.wantsBookmarks && watcher.phase === 'live') {
    watcher.nextBookmarkMs = nowMs + parts.bookmarkMs;
    pushBookmark(watcher, Math.max(watcher.sentRevision, parts.reachedRevision()));
  }
  const fullSinceMs = outbox.fullSinceMs();
  if (isTimeUp) {
    outbox.flush();
    watcher.end({ reason: 'timeout' });
  } else if (fullSinceMs !== undefined && nowMs - fullSinceMs >= parts.stallMs) {
    watcher.end({ reason: 'tooSlow' });
  }
}

/** Behind everything that is due to the watcher already, so it is true when it arrives. */
function pushBookmark(watcher: CacheWatcher, revision: number): void {
  try {
    watcher.outbox.push(watcher.encoder.encodeBookmark(revision, false));
  } catch (error) {
    watcher.end({ reason: 'failed', error });
  }
}
