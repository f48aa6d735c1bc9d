/**
 * Maps a change to the event type that a watcher sees: a watcher sees only the objects
 * that its selector accepts, so an object that begins to match is ADDED for it, and one
 * that ceases to match is DELETED.
 *
 *     before \ now │ not there, or no match   │ match
 *     ─────────────┼──────────────────────────┼─────────
 *     no match     │ nothing                  │ ADDED
 *     match        │ DELETED, as it was last  │ MODIFIED
 */
import { isReadable } from '../objects/live-version.ts';
import { createObjectVersion } from '../objects/object-version.ts';
import type { ObjectVersion, ReadableVersion, Version } from '../objects/object-version.ts';
import type { Accepts } from '../read/query.ts';
import type { Finish } from '../resources/resource.ts';
import type { EventType } from './watch-request.ts';

/** An event as it goes to watchers. Both forms of the object are made once for all of them. */
export interface WatchedChange {
  readonly revision: number;
  readonly key: string;
  readonly current: ObjectVersion | undefined;
  readonly previous: ObjectVersion | undefined;
  /** True if the value before or after the change cannot be read, so that no event can describe it. */
  readonly isUnreadable: boolean;
  /** The previous object under the revision of this change: what DELETED carries. Only if there is a previous one. */
  readonly gone: () => ObjectVersion;
}

export function changeOf(event: Version, finish: Finish): WatchedChange {
  const { revision, key } = event;
  const previous = isReadable(event.previous) ? event.previous : undefined;
  const current = isReadable(event) ? event : undefined;
  const isUnreadable = event.fault !== undefined || event.previous?.fault !== undefined;
  let gone: ObjectVersion | undefined;
  return { revision, key, current, previous, isUnreadable, gone: () => (gone ??= restamp(previous, event, finish)) };
}

function restamp(previous: ReadableVersion | undefined, { key, revision }: Version, finish: Finish): ObjectVersion {
  if (previous === undefined) throw new Error(`${key} did not exist before revision ${revision}`);
  const object = createObjectVersion(key, revision, finish(previous.value, revision));
  object.attributes = previous.attributes;
  return object;
}

/** `undefined`: nothing to tell. Throws what the selector throws. */
export function classifyChange({ current, previous }: WatchedChange, accepts: Accepts): EventType | undefined {
  const isNow = current !== undefined && (accepts === undefined || accepts(current));
  const wasBefore = previous !== undefined && (accepts === undefined || accepts(previous));
  if (isNow) return wasBefore ? 'MODIFIED' : 'ADDED';
  return wasBefore ? 'DELETED' : undefined;
}

/** The object that an event of this type carries. */
export function objectFor(type: EventType, change: WatchedChange): ObjectVersion {
  if (type !== 'DELETED' && change.current !== undefined) return change.current;
  return change.gone();
}
