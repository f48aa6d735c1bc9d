/**
 * Takes an event to the live watchers it concerns. What an event costs grows with
 * those watchers, not with all there are.
 */
import type { Version } from '../objects/object-version.ts';
import { namesOfKey } from '../resources/scope.ts';
import type { CachedResource } from '../resources/resource.ts';
import { changeOf, classifyChange } from './classify-event.ts';
import type { WatchedChange } from './classify-event.ts';
import { endAtUnreadable } from './end-at-unreadable.ts';
import { createFrames } from './frames.ts';
import type { Frames } from './frames.ts';
import type { CacheWatcher } from './watcher.ts';
import { createWatcherIndex } from './watcher-index.ts';
import type { WatcherIndex } from './watcher-index.ts';

export interface FanOut {
  /** The watcher gets events from the next one on. */
  add(watcher: CacheWatcher): void;
  delete(watcher: CacheWatcher): void;
  /** Queues the event for each watcher that wants it. */
  dispatch(resource: CachedResource, event: Version): void;
}

export function createFanOut(): FanOut {
  const indexes = new Map<CachedResource, WatcherIndex>();

  return {
    add: (watcher) => {
      let index = indexes.get(watcher.resource);
      if (index === undefined) indexes.set(watcher.resource, (index = createWatcherIndex()));
      index.add(watcher);
    },
    delete: (watcher) => {
      const index = indexes.get(watcher.resource);
      index?.delete(watcher);
      if (index?.size() === 0) indexes.delete(watcher.resource);
    },
    dispatch: (resource, event) => {
      const index = indexes.get(resource);
      if (index === undefined) return;
      const { namespace, name } = namesOfKey(resource, event.key);
      const change = changeOf(event, resource.finish);
      const frames = createFrames(change);
      index.visit(namespace, name, (watcher) => tell(watcher, change, frames));
    },
  };
}

/** About as large as the object is what it is sent as. */
function sizeOf({ current, previous }: WatchedChange): number {
  return (current ?? previous)?.value.length ?? 0;
}

/** Queues what the change means to the watcher. What goes wrong is the end of this watcher and of no other. */
export function tell(watcher: CacheWatcher, change: WatchedChange, frames: Frames): void {
  if (change.revision <= watcher.sentRevision) return;
  if (change.isUnreadable) {
    watcher.end(endAtUnreadable(watcher.resource, change));
    return;
  }
  try {
    const type = classifyChange(change, watcher.accepts);
    if (type !== undefined) watcher.outbox.push(frames.get(watcher.encoder, type), sizeOf(change));
  } catch (error) {
    watcher.end({ reason: 'failed', error });
  }
}
