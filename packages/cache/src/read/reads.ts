/**
 * Get and list: who answers, memory or the store, and what is handed out. The rules
 * of freshness are in `fresh/`, the walking of keys in its own files.
 */
import type { StorageGetOptions, Storage } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import type { Cost, Freshness } from '../freshness/freshness.ts';
import type { HistoryBounds } from '../history/history-bounds.ts';
import { liveAt } from '../objects/live-version.ts';
import type { LiveVersion } from '../objects/object-version.ts';
import type { CachedResource } from '../resources/resource.ts';
import type { CountRemaining } from './count-remaining.ts';
import { listMemory } from './list-memory.ts';
import type { ListQuery } from './listing.ts';
import { listStore, versionOf } from './list-store.ts';
import { readFailureOf, unreadableFailure } from './read-outcome.ts';
import type { GetOutcome, ListOutcome, ReadAt, ReadFailure } from './read-outcome.ts';
import type { RecentListings } from './recent-listings.ts';

export interface ReadParts {
  readonly storage: Pick<Storage, 'get' | 'range'>;
  readonly freshness: Freshness;
  /** The revision that memory has reached. */
  readonly reachedRevision: () => number;
  readonly history: Pick<HistoryBounds, 'began'>;
  readonly countRemaining: CountRemaining;
  readonly recentListings: RecentListings;
  readonly giveWay: Clock['giveWay'];
  /** Counts a read that the store had to answer. */
  readonly onStoreRead: () => void;
  /** Of a read without a deadline: for the read of the revision, the waiting and the store together. */
  readonly timeoutMs: number;
}

/** `revision` is missing for a read of the newest state, the deadline where nothing is asked of the store. */
type Source = { readonly from: 'memory' | 'store'; readonly revision?: number; readonly deadline?: number };

/**
 * One object. Freshness as asked for; rejects only if the store was needed and failed. At once where nothing has to be
 * waited for: a promise for each of the steps of a get would cost as much as the get.
 */
export function readOne(
  parts: ReadParts,
  resource: CachedResource,
  key: string | undefined,
  at: ReadAt,
): GetOutcome | Promise<GetOutcome> {
  if (at.kind === 'any') return getFrom(parts, resource, key, fromMemory);
  if (at.kind === 'mostRecent' && resource.isLoaded) {
    if (parts.freshness.isMostRecent()) return getFrom(parts, resource, key, fromMemory);
    const deadline = deadlineOf(parts, at);
    return parts.freshness
      .mostRecent('short', deadline)
      .then((isFresh) => getFrom(parts, resource, key, isFresh ? fromMemory : { from: 'store', deadline }));
  }
  return chooseSource(parts, resource, { at, cost: 'short' }).then((source) =>
    'ok' in source ? source : getFrom(parts, resource, key, source),
  );
}

const fromMemory: Source = { from: 'memory' };

function deadlineOf({ timeoutMs }: ReadParts, { deadline = Date.now() + timeoutMs }: ReadAt): number {
  return deadline;
}

function getFrom(
  parts: ReadParts,
  resource: CachedResource,
  key: string | undefined,
  source: Source,
): GetOutcome | Promise<GetOutcome> {
  const reached = parts.reachedRevision();
  const revision = source.revision ?? reached;
  if (key === undefined) return { ok: true, object: undefined, revision };
  if (!canServe(resource, source)) return getFromStore(parts, resource, key, source);
  return outcomeOf(liveAt(resource.tree.find(key), revision), revision);
}

function outcomeOf(found: LiveVersion | undefined, revision: number): GetOutcome {
  if (found === undefined || found.value !== undefined) return { ok: true, object: found, revision };
  return unreadableFailure(found);
}

async function getFromStore(
  parts: ReadParts,
  resource: CachedResource,
  key: string,
  source: Source,
): Promise<GetOutcome> {
  parts.onStoreRead();
  try {
    const { entry, revision } = await parts.storage.get(key, readOptions(source));
    const outcome = outcomeOf(entry && versionOf(resource, entry), revision);
    return outcome.ok ? { ...outcome, isFromStore: true } : outcome;
  } catch (error) {
    return readFailureOf(error, source.revision ?? 0, parts.reachedRevision());
  }
}

/** A list or a page. Freshness as asked for; rejects only if the store was needed and failed. */
export async function readList(
  parts: ReadParts,
  resource: CachedResource,
  query: ListQuery,
  at: ReadAt,
): Promise<ListOutcome> {
  const source = await chooseSource(parts, resource, { at, cost: 'long' });
  if ('ok' in source) return source;
  const reached = parts.reachedRevision();
  if (canServe(resource, source)) {
    const listed = await listMemory(resource, source.revision ?? reached, query, parts);
    if (listed !== undefined) return listed;
  }
  parts.onStoreRead();
  try {
    return await listStore(parts.storage, resource, source, query);
  } catch (error) {
    return readFailureOf(error, source.revision ?? 0, reached);
  }
}

/** Asked again in the turn of the read itself: history may have been trimmed since the source was chosen. */
function canServe(resource: CachedResource, { from, revision }: Source): boolean {
  if (from === 'store' || !resource.isLoaded) return false;
  return revision === undefined || revision >= resource.floor;
}

function readOptions({ revision, deadline }: Source): StorageGetOptions {
  return { deadline, ...(revision !== undefined && { revision }) };
}

async function chooseSource(
  parts: ReadParts,
  resource: CachedResource,
  { at, cost }: { at: ReadAt; cost: Cost },
): Promise<Source | ReadFailure> {
  const { freshness, reachedRevision, history } = parts;
  const deadline = deadlineOf(parts, at);
  switch (at.kind) {
    case 'any':
      return { from: 'memory', deadline };
    case 'mostRecent':
      // A resource that is still loading would only be waited for to ask the store after all.
      if (!resource.isLoaded) return { from: 'store', deadline };
      if (freshness.isMostRecent()) return { from: 'memory', deadline };
      return { from: (await freshness.mostRecent(cost, deadline)) ? 'memory' : 'store', deadline };
    case 'notOlderThan':
    case 'exact': {
      const { kind, revision } = at;
      // The store's history restarted: its state at this revision may differ from the one the client saw.
      if (kind === 'exact' && revision < history.began()) return { ok: false, reason: 'compacted', revision };
      const who = await freshness.notOlderThan(revision, cost, deadline);
      if (who === 'future') {
        return { ok: false, reason: 'futureRevision', revision, currentRevision: reachedRevision() };
      }
      return kind === 'exact' ? { from: who, revision, deadline } : { from: who, deadline };
    }
  }
}
