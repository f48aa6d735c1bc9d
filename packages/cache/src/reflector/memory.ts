/**
 * The state of the watch cache, which the reflector changes and readers read: its revision,
 * its objects, its history. It knows neither the store nor the readers.
 */
import type { StorageEvent } from '@keelson/storage';

import { createHistoryRecord } from '../history/history-bounds.ts';
import type { HistoryBounds } from '../history/history-bounds.ts';
import { createTimeline } from '../history/timeline.ts';
import type { Timeline, TimelineLimits } from '../history/timeline.ts';
import type { Version } from '../objects/object-version.ts';
import { applyEvent, dropEventsThrough, historyCostOf, resetResource } from '../resources/resource.ts';
import type { CachedResource } from '../resources/resource.ts';
import { createRoutes } from '../resources/routes.ts';
import type { ResourceRoutes } from '../resources/routes.ts';

export interface Memory {
  readonly routes: ResourceRoutes;
  /** Every event up to this revision has been taken in. 0 before the first. */
  revision(): number;
  /**
   * The revision of the event that is being taken in, otherwise as `revision`: where a resource begins that is added by
   * a handler of that event. Events of the same batch that came before it went to no resource, or to another.
   */
  takenThrough(): number;
  /**
   * Takes in a batch as the store delivers it and calls back for each event that
   * belongs to a resource, in order. The revision moves when all are in.
   */
  apply(events: readonly StorageEvent[], onEvent: (resource: CachedResource, event: Version) => void): void;
  /** No event up to this revision is missing, though the last ones were not of the prefix. */
  advance(revision: number): void;
  /** Forgets everything; every resource is to be loaded as of this revision. */
  reset(revision: number): void;
  /** Forgets everything, revisions included, until the next reset: the store has begun another history. */
  endHistory(lastRevision: number): void;
  readonly history: HistoryBounds;
  /** Drops history beyond the limits. Does nothing while a resource is loading, which is short. */
  trim(): void;
  /** Drops history up to this revision, as the store has. */
  trimThrough(revision: number): void;
  historyBytes(): number;
  /** Events taken in, and dropped, since the process began. */
  counts(): { readonly taken: number; readonly dropped: number };
}

export function createMemory(prefix: string, limits: TimelineLimits, now: () => number): Memory {
  const routes = createRoutes(prefix);
  const history = createHistoryRecord();
  const timeline: Timeline = createTimeline(limits);
  let [revision, eventRevision] = [0, 0];
  let [taken, dropped] = [0, 0];

  const drop = (through: number): void => {
    for (const resource of routes.all()) dropped += dropEventsThrough(resource, through);
  };

  const forget = (to: number): void => {
    revision = to;
    eventRevision = to;
    timeline.clear();
    for (const resource of routes.all()) resetResource(resource, to);
  };

  const trim = (): void => {
    if (isLoading(routes)) return;
    const through = timeline.takeExpired(now());
    if (through !== undefined) drop(through);
  };

  return {
    routes,
    revision: () => revision,
    takenThrough: () => Math.max(revision, eventRevision),
    apply: (events, onEvent) => {
      for (const event of events) {
        eventRevision = event.revision;
        const resource = routes.find(event.key);
        const version = resource && applyEvent(resource, event);
        if (resource === undefined || version === undefined) continue;
        taken += 1;
        timeline.add(historyCostOf(version));
        onEvent(resource, version);
      }
      revision = Math.max(revision, events.at(-1)?.revision ?? 0);
      timeline.finish(revision, now());
      trim();
    },
    advance: (to) => {
      revision = Math.max(revision, to);
    },
    reset: (to) => {
      history.begin(to);
      forget(to);
    },
    endHistory: (lastRevision) => {
      history.end(Math.max(lastRevision, revision));
      forget(0);
    },
    history,
    trim,
    trimThrough: (through) => {
      if (isLoading(routes)) return;
      timeline.forget(through);
      drop(Math.min(through, revision));
    },
    historyBytes: timeline.bytes,
    counts: () => ({ taken, dropped }),
  };
}

function isLoading(routes: ResourceRoutes): boolean {
  for (const resource of routes.all()) if (!resource.isLoaded) return true;
  return false;
}
