/** Counts of one resource of the watch cache since it was registered: plain numbers, for metrics. Resets do not change them. */

export interface ResourceCounts {
  /** Events that were taken in and dispatched to watchers. */
  events: number;
  /** Completed loads: one, and one more for each restart of the watch. */
  loads: number;
  /** Objects and events that new watches were sent to catch up, before they went live. */
  initialEvents: number;
  /** Watches that were ended since their consumers did not keep up. */
  slowWatches: number;
  readonly memoryLists: ListCounts;
  readonly storeLists: ListCounts;
}

/** Lists and pages, by the source that answered them. */
export interface ListCounts {
  lists: number;
  /** Objects that were read. */
  fetched: number;
  /** Of these, the objects that were compared with a selector or a limit. */
  evaluated: number;
  returned: number;
}

export function createResourceCounts(): ResourceCounts {
  const none = (): ListCounts => ({ lists: 0, fetched: 0, evaluated: 0, returned: 0 });
  return { events: 0, loads: 0, initialEvents: 0, slowWatches: 0, memoryLists: none(), storeLists: none() };
}
