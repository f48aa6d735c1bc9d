/** One watcher, as the parts of the fan-out share it. */
import type { Accepts } from '../read/query.ts';
import { namesOf } from '../resources/scope.ts';
import type { Resource } from '../resources/resource.ts';
import type { Outbox } from './outbox.ts';
import type { WatchEncoder, WatchEnd } from './watch-request.ts';

/**
 *     starting ──▶ catchingUp ──▶ live ──▶ over
 *         └────────────┴───────────────────▲
 *
 * Only a live watcher gets events as they arrive; one that catches up fetches them
 * itself, so nothing is queued for it.
 */
export type WatcherPhase = 'starting' | 'catchingUp' | 'live' | 'over';

export interface Watcher {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The selector over the attributes of an object; `undefined` accepts everything. */
  readonly accepts: Accepts;
  readonly encoder: WatchEncoder;
  readonly outbox: Outbox;
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

export function concerns({ resource, namespace, name }: Watcher, key: string): boolean {
  if (namespace === undefined && name === undefined) return true;
  const names = namesOf(resource, key);
  return (namespace ?? names.namespace) === names.namespace && (name ?? names.name) === names.name;
}
