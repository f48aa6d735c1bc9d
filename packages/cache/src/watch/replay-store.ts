/**
 * Feeds watchers of one resource from the history of the store, until the cached log can take over: one watch on the
 * store for all of them. It watches the whole folder, whatever part is requested, so that its progress is that of the
 * resource.
 *
 * It ends once it reaches the floor of the resource. If the cache has an event at or above the floor, that event is
 * sure to arrive; if not, the store is asked to report its progress.
 */
import { hasStorageCode } from '@keelson/storage';
import type { Storage, StorageError, StorageEvent } from '@keelson/storage';

import type { Clock } from '../clock.ts';
import { createVersion } from '../objects/object-version.ts';
import type { Content, Version } from '../objects/object-version.ts';
import { versionOf } from '../read/list-store.ts';
import { hasEventAtFloorOrAbove, lowerFloor } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';
import { changeOf } from './classify-event.ts';
import { tell } from './fan-out.ts';
import { createFrames } from './frames.ts';
import { createReplayMembers } from './replay-members.ts';
import type { ReplayMembers } from './replay-members.ts';
import { concerns } from './watcher.ts';
import type { CacheWatcher } from './watcher.ts';

export interface Replay {
  /** True if a watcher that has every event up to this revision can still join. */
  isBefore(revision: number): boolean;
  /** `onDone` is called once, unless the watcher ends or leaves: memory can take over, or the watcher did not keep up. */
  add(watcher: CacheWatcher, onDone: () => void): void;
  leave(watcher: CacheWatcher): void;
  /** Some consumer has room again. */
  goOn(): void;
}

export interface ReplayParts {
  readonly storage: Pick<Storage, 'watch'>;
  readonly clock: Pick<Clock, 'after'>;
  /** No watcher is left. Called once. */
  readonly onOver: () => void;
}

export function replayStore(parts: ReplayParts, resource: CachedResource, afterRevision: number): Replay {
  const { floor, generation } = resource;
  let position = afterRevision;
  let isQuiet = true;
  let isOver = false;

  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    watch.close();
    parts.onOver();
  };
  const members = createReplayMembers(parts.clock, finish);

  const moveTo = (revision: number): void => {
    position = Math.max(position, revision);
    for (const watcher of members.all()) {
      watcher.sentRevision = Math.max(watcher.sentRevision, position);
      watcher.outbox.flush();
    }
    if (position < resource.floor) return;
    // Its state has been the same since: the watchers to come need not ask the store.
    if (isQuiet && resource.generation === generation && resource.floor === floor) lowerFloor(resource, afterRevision);
    members.release(() => true);
  };

  const watch = parts.storage.watch(
    resource.folder,
    afterRevision,
    {
      onEvents: (events) => {
        isQuiet = false;
        for (const event of events) tellMembers(members, resource, event);
        moveTo(events.at(-1)?.revision ?? position);
        return members.whenRoom();
      },
      onProgress: moveTo,
      onEnd: (error) => {
        isOver = true;
        parts.onOver();
        endMembers(members, error, position);
      },
    },
    hasEventAtFloorOrAbove(resource) ? {} : { progressAt: resource.floor },
  );

  return {
    isBefore: (revision) => !isOver && position <= revision,
    add: members.add,
    leave: members.delete,
    goOn: members.goOn,
  };
}

function tellMembers(members: ReplayMembers, resource: CachedResource, event: StorageEvent): void {
  const concerned = [...members.all()].filter((watcher) => concerns(watcher, event.key));
  if (concerned.length === 0) return;
  const change = changeOf(eventOf(resource, event), resource.finish);
  const frames = createFrames(change);
  for (const watcher of concerned) tell(watcher, change, frames);
}

function endMembers(members: ReplayMembers, error: StorageError, position: number): void {
  if (hasStorageCode(error, 'compacted')) {
    // Watchers that start after the compacted revision can still be served.
    const compacted = Math.max(position + 1, error.compactedRevision ?? 0);
    members.end(({ sentRevision }) =>
      sentRevision < compacted ? { reason: 'compacted', revision: sentRevision } : undefined,
    );
    members.release(() => true);
  } else if (hasStorageCode(error, 'historyRestarted')) members.end(() => ({ reason: 'historyRestarted' }));
  else if (hasStorageCode(error, 'closed')) members.end(() => ({ reason: 'closed' }));
  else members.end(() => ({ reason: 'failed', error }));
}

/** The event as the log would hold it, with the versions in memory where they are there, so that bytes are shared. */
function eventOf(resource: CachedResource, { key, revision, value, previous }: StorageEvent): Version {
  const before = previous && versionOf(resource, previous);
  const now = value && versionOf(resource, { key, revision, value });
  const version = createVersion({ key, revision, value: contentIn(now), previous: before });
  version.attributes = now?.attributes;
  return version;
}

function contentIn(version: Version | undefined): Content {
  return version?.fault === undefined ? version?.value : { fault: version.fault };
}
