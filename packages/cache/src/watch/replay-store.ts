/**
 * Feeds one watcher from the history of the store, until the log of the window can
 * take over. It watches the whole folder of the resource, whatever part is wanted:
 * the event that the log begins after is then sure to come by. Where the log begins
 * with the loading of the window there may be no such event, and the watcher is fed
 * from here until there is one, which costs the store a watch and nobody a delay.
 */
import { hasStorageCode } from '@keelson/storage';
import type { Entry, Storage, StorageError, StorageEvent } from '@keelson/storage';

import { createVersion, objectAt } from '../objects/object-version.ts';
import type { Version } from '../objects/object-version.ts';
import type { Resource } from '../resources/resource.ts';
import { changeOf } from './classify-event.ts';
import { tell } from './fan-out.ts';
import { createFrames } from './frames.ts';
import { concerns } from './watcher.ts';
import type { Watcher } from './watcher.ts';

export interface Replay {
  /** The consumer has room again. */
  goOn(): void;
  stop(): void;
}

/** Begins after the watcher's `sentRevision` and moves it. Calls `onCaughtUp` once, and is over then. */
export function replayStore(storage: Pick<Storage, 'watch'>, watcher: Watcher, onCaughtUp: () => void): Replay {
  const { resource } = watcher;
  let giveRoom: (() => void) | undefined;

  const goOn = (): void => {
    giveRoom?.();
    giveRoom = undefined;
  };

  const stop = (): void => {
    watch.close();
    goOn();
  };

  /** Back-pressure: the store holds the rest until the consumer has taken this. */
  const moveTo = (revision: number): Promise<void> | undefined => {
    watcher.sentRevision = Math.max(watcher.sentRevision, revision);
    watcher.outbox.flush();
    if (watcher.phase === 'over') return undefined;
    if (watcher.sentRevision >= resource.floor) {
      stop();
      onCaughtUp();
      return undefined;
    }
    if (watcher.outbox.fullSinceMs() === undefined) return undefined;
    return new Promise((resolve) => (giveRoom = resolve));
  };

  const watch = storage.watch(resource.folder, watcher.sentRevision, {
    onEvents: (events) => {
      for (const event of events) {
        if (!concerns(watcher, event.key)) continue;
        const change = changeOf(versionOf(resource, event), resource.finish);
        tell(watcher, change, createFrames(change));
      }
      return moveTo(events.at(-1)?.revision ?? watcher.sentRevision);
    },
    onProgress: (revision) => void moveTo(revision),
    onEnd: (error) => watcher.end(endFor(error, watcher.sentRevision)),
  });

  return { goOn, stop };
}

function endFor(error: StorageError, revision: number): Parameters<Watcher['end']>[0] {
  if (hasStorageCode(error, 'compacted')) return { reason: 'compacted', revision };
  return hasStorageCode(error, 'closed') ? { reason: 'closed' } : { reason: 'failed', error };
}

/** The event as the log would hold it. */
function versionOf(resource: Resource, { key, revision, value, previous }: StorageEvent): Version {
  const before = previous && shared(resource, previous);
  if (value === undefined) return createVersion({ key, revision, value, previous: before });
  const { value: finished, attributes } = shared(resource, { key, revision, value });
  const version = createVersion({ key, revision, value: finished, previous: before });
  version.attributes = attributes;
  return version;
}

/** The version in memory if it is there, so that its bytes and attributes are shared. */
function shared(resource: Resource, { key, revision, value }: Entry): Version {
  const known = objectAt(resource.tree.find(key), revision);
  if (known?.revision === revision) return known;
  return createVersion({ key, revision, value: resource.finish(value, revision) });
}
