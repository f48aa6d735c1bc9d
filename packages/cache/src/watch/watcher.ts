/** One watcher, as the parts of the fan-out share it. */
import type { Accepts } from '../read/query.ts';
import { namesOfKey } from '../resources/scope.ts';
import type { CachedResource } from '../resources/resource.ts';
import type { WatchOutbox } from './outbox.ts';
import type { WatchEncoder, WatchEnd } from './watch-request.ts';

/**
 *     starting ──▶ catchingUp ──▶ live ──▶ over
 *         └────────────┴───────────────────▲
 *
 * Only a live watcher gets events as they arrive; one that catches up fetches them
 * itself, so nothing is queued for it.
 */
export type WatcherPhase = 'starting' | 'catchingUp' | 'live' | 'over';

export interface CacheWatcher {
  readonly resource: CachedResource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The selector over the attributes of an object; `undefined` accepts everything. */
  readonly accepts: Accepts;
  readonly encoder: WatchEncoder;
  readonly outbox: WatchOutbox;
  phase: WatcherPhase;
  /** All its events up to this revision are in its outbox. While live, the cache's revision counts if higher. */
  sentRevision: number;
  readonly wantsBookmarks: boolean;
  readonly deadlineMs: number;
  nextBookmarkMs: number;
  /** Ends it once; later calls do nothing. */
  readonly end: (end: WatchEnd) => void;
  /** Ends it without telling the sink. */
  readonly close: () => void;
}

export function concerns({ resource, namespace, name }: CacheWatcher, key: string): boolean {
  if (namespace === undefined && name === undefined) return true;
  const names = namesOfKey(resource, key);
  return (namespace ?? names.namespace) === names.namespace && (name ?? names.name) === names.name;
}
