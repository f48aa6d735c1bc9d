/** Makes a watcher out of a request: its selector over attributes, its outbox, its one end. */
import type { Clock } from '../clock.ts';
import { acceptsAttributes } from '../read/query.ts';
import type { CachedResource } from '../resources/resource.ts';
import { createWatchOutbox } from './outbox.ts';
import type { WatchOutbox, OutboxLimits } from './outbox.ts';
import type { DeliveryTurn } from './turn.ts';
import type { WatchEnd, WatchRequest } from './watch-request.ts';
import type { CacheWatcher } from './watcher.ts';

export interface WatcherParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly turn: DeliveryTurn;
  readonly limits: OutboxLimits;
  readonly bookmarkMs: number;
  readonly onRoom: () => void;
  /** Called once, before the sink is; without an end if the consumer closed it. */
  readonly onEnd: (end: WatchEnd | undefined) => void;
}

export function createWatcher(resource: CachedResource, request: WatchRequest, parts: WatcherParts): CacheWatcher {
  const nowMs = parts.clock.now();

  const finish = (end: WatchEnd | undefined): void => {
    if (watcher.phase === 'over') return;
    watcher.phase = 'over';
    // Events held back for batching still reach a consumer that can take them.
    if (end !== undefined && end.reason !== 'tooSlow' && end.reason !== 'failed') watcher.outbox.flush();
    watcher.outbox.close();
    parts.onEnd(end);
    if (end !== undefined) request.sink.onEnd(end);
  };

  const watcher: CacheWatcher = {
    resource,
    // Resources without namespaces know no such part of a key.
    namespace: resource.isNamespaced ? request.namespace : undefined,
    name: request.name,
    accepts: acceptsAttributes(resource, request.selector),
    encoder: request.encoder,
    outbox: outboxFor(request, parts, { isLive: () => watcher.phase === 'live', finish }),
    phase: 'starting',
    sentRevision: 0,
    wantsBookmarks: request.bookmarks ?? false,
    deadlineMs: nowMs + (request.timeoutMs ?? Infinity),
    nextBookmarkMs: nowMs + parts.bookmarkMs,
    end: finish,
    close: () => finish(undefined),
  };
  return watcher;
}

function outboxFor(
  { sink }: WatchRequest,
  { clock, turn, limits, onRoom }: WatcherParts,
  owner: { isLive: () => boolean; finish: (end: WatchEnd) => void },
): WatchOutbox {
  return createWatchOutbox({
    sink,
    limits,
    turn,
    now: clock.now,
    isLimited: owner.isLive,
    onRoom,
    onOverflow: () => owner.finish({ reason: 'tooSlow' }),
    onSinkError: (error) => owner.finish({ reason: 'failed', error }),
  });
}
