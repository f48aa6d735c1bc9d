/**
 * One resource in the watch cache: the index of its keys, its events, and how far back
 * both reach. It changes them together, so that they never disagree. It knows neither
 * the source of the events nor their watchers.
 */
import { isUnreadable } from '@keelson/storage';
import type { Allocate, DeferredReads, Entry, KeyEntry, StorageEvent, StoredValue } from '@keelson/storage';

import { createEventLog } from '../history/event-log.ts';
import type { EventLog } from '../history/event-log.ts';
import { createKeyTree } from '../keys/key-tree.ts';
import type { KeyTree } from '../keys/key-tree.ts';
import { createDeferredVersion } from '../objects/deferred-version.ts';
import type { ValueSource } from '../objects/deferred-version.ts';
import { findObjectFault } from '../objects/find-object-fault.ts';
import type { KeyNames } from '../objects/find-object-fault.ts';
import { isLive, isReadable } from '../objects/live-version.ts';
import { createObjectVersion, createVersion } from '../objects/object-version.ts';
import type { ObjectAttributes, Content, ObjectVersion, Version } from '../objects/object-version.ts';
import { spliceResourceVersion } from '../objects/splice-resource-version.ts';
import { canBeNames, namesOfKey } from './scope.ts';
import { createOwnWrites } from './own-writes.ts';
import type { OwnWrites, WrittenObject } from './own-writes.ts';
import { createResourceCounts } from './resource-counts.ts';
import type { ResourceCounts } from './resource-counts.ts';

/**
 * Stored bytes and their revision in, bytes ready to send out. The result must be a copy and must not be changed.
 * `allocate` is given where many are finished at once.
 */
export type Finish = (value: Uint8Array, revision: number, allocate?: Allocate) => Buffer;

/**
 * Brings the bytes of a stored object into the form in which they are served, as where defaults came after it was stored.
 * Returns the same bytes where nothing differs, and must take any that pass `FindFault`; unreadable are those that have no
 * such form. Called on loading and for each event of another process.
 */
export type ConformStored = (value: Uint8Array) => StoredValue;

/**
 * Why stored bytes that another process wrote cannot be served, as a clause; `undefined` if
 * they can. Called for each such value, on loading and for each event.
 */
export type FindFault = (value: Uint8Array, names: KeyNames) => string | undefined;

/** Extracts labels and fields for selectors. Called at most once for each version, and only for a selector. */
export type ExtractAttributes = (value: Buffer, key: string) => ObjectAttributes;

export interface ResourceOptions {
  /** For people: logs and statistics. */
  readonly name: string;
  /** All keys of the resource are under it. It ends with a slash, and no other resource's folder is inside. */
  readonly folder: string;
  /** Keys are `<folder><namespace>/<name>` if so, else `<folder><name>`. */
  readonly isNamespaced: boolean;
  /** Without it, selectors see no labels and no fields. */
  readonly extractAttributes?: ExtractAttributes;
  /** Must also take what it has finished itself, with another revision. Default: `spliceResourceVersion`. */
  readonly finish?: Finish;
  /** Default: `findObjectFault`. */
  readonly findFault?: FindFault;
  /** Absent where all that is stored can be served as it is. */
  readonly conform?: ConformStored | undefined;
}

export interface CachedResource {
  readonly name: string;
  readonly folder: string;
  readonly isNamespaced: boolean;
  readonly finish: Finish;
  readonly findFault: FindFault;
  readonly conform: ConformStored | undefined;
  /** Values that `conform` changed, and stale ones: what is stored is not what a write of the same would store. */
  readonly conformed: WeakSet<Buffer>;
  readonly extractAttributes: ExtractAttributes;
  /** Called for a version that cannot be read, and for one that replaces such a version. */
  readonly onFault: (version: Version) => void;
  tree: KeyTree;
  log: EventLog;
  readonly ownWrites: OwnWrites;
  readonly counts: ResourceCounts;
  /** Bytes of the newest version of every key, but for those that were not read yet. */
  liveBytes: number;
  /** Keys whose newest version was not read yet. */
  unreadCount: number;
  /** Keys whose newest version cannot be read, as far as it was asked for. */
  unreadableCount: number;
  /**
   * The state is known at this revision and every later one, and every event above
   * it is in the log. It is the revision of loading, then that of the newest event
   * dropped: a resource that nobody writes to keeps its past.
   */
  floor: number;
  /** True if the floor is the revision of an event that was dropped. */
  isFloorOfEvent: boolean;
  /** True once the index is complete. Until then it holds only the changes since `floor`. */
  isLoaded: boolean;
  /** Counts resets, so that a load under way notices one. */
  generation: number;
  /** True once it was removed from the watch cache: no event comes any more, and the store answers whoever still holds it. */
  isRemoved: boolean;
}

const noAttributes: ObjectAttributes = { labels: {}, fields: {} };

const ignore = (): void => undefined;

export function createResource(options: ResourceOptions, onFault: CachedResource['onFault'] = ignore): CachedResource {
  return {
    name: options.name,
    folder: options.folder,
    isNamespaced: options.isNamespaced,
    finish: options.finish ?? spliceResourceVersion,
    findFault: options.findFault ?? findObjectFault,
    conform: options.conform,
    conformed: new WeakSet(),
    extractAttributes: options.extractAttributes ?? (() => noAttributes),
    onFault,
    tree: createKeyTree(),
    log: createEventLog(),
    ownWrites: createOwnWrites(),
    counts: createResourceCounts(),
    liveBytes: 0,
    unreadCount: 0,
    unreadableCount: 0,
    floor: 0,
    isFloorOfEvent: false,
    isLoaded: false,
    generation: 0,
    isRemoved: false,
  };
}

/** Forgets everything, to be loaded as of this revision. The caller sees to it that every event above it comes in. */
export function resetResource(resource: CachedResource, floor: number): void {
  resource.tree = createKeyTree();
  resource.log = createEventLog();
  resource.ownWrites.clear();
  resource.liveBytes = 0;
  resource.unreadCount = 0;
  resource.unreadableCount = 0;
  resource.floor = floor;
  resource.isFloorOfEvent = false;
  resource.isLoaded = false;
  resource.generation += 1;
}

/** Its memory is freed at once, whoever still holds it; it is never loaded again. */
export function removeResource(resource: CachedResource): void {
  resetResource(resource, 0);
  resource.isRemoved = true;
}

/** Approximate overhead of a version beside its bytes: the records, the key, the slots in index and log. */
const bytesPerVersion = 400;

/** The bytes that dropping this event from history frees. */
export function historyCostOf(event: Version): number {
  return bytesPerVersion + (event.previous?.value?.length ?? 0);
}

/**
 * Takes in the next event. Events must come in the order of revisions. One that is
 * known already changes nothing and gives `undefined`.
 */
export function applyEvent(resource: CachedResource, event: StorageEvent): Version | undefined {
  const { key, revision } = event;
  const head = resource.tree.find(key);
  if (head !== undefined && head.revision >= revision) return undefined;
  const value = ownContentOf(resource, event) ?? storedContentOf(resource, event);
  const version = createVersion({ key, revision, value, previous: head });
  putNewest(resource, version);
  resource.log.push(version);
  resource.counts.events += 1;
  return version;
}

/** Values that this process wrote need no check, and may be finished already. */
function ownContentOf(
  { ownWrites, finish }: CachedResource,
  { key, revision, value }: StorageEvent,
): Buffer | undefined {
  if (value === undefined || isUnreadable(value)) return undefined;
  return (
    ownWrites.take(key, revision, value) ?? (ownWrites.isWriting(key, value) ? finish(value, revision) : undefined)
  );
}

type Stored = Pick<StorageEvent, 'key' | 'revision' | 'value' | 'isStale'>;

interface StoredObject extends Pick<Entry, 'revision' | 'isStale'> {
  readonly value: Uint8Array;
}

/**
 * A stored value as readers get it: checked, since another process may have written it, and
 * finished. A key that no object can have holds nothing: no request could name it, so that
 * to fail for it would be to fail for good.
 */
export function storedContentOf(
  resource: CachedResource,
  { key, revision, value, isStale }: Stored,
  allocate?: Allocate,
): Content {
  if (value === undefined) return undefined;
  const names = namesOfKey(resource, key);
  if (!canBeNames(resource, names)) {
    resource.onFault(createVersion({ key, revision, value: strayKey }));
    return undefined;
  }
  if (isUnreadable(value)) return value;
  const fault = resource.findFault(value, names);
  if (fault !== undefined) return { fault };
  const conformed = resource.conform?.(value) ?? value;
  return isUnreadable(conformed) ? conformed : finish(resource, { revision, value, isStale }, conformed, allocate);
}

/** For stored values that are known to be objects. One that has no form to be served in is left as it is, for its reader. */
export function finishStored(resource: CachedResource, stored: StoredObject): Buffer {
  const conformed = resource.conform?.(stored.value) ?? stored.value;
  return finish(resource, stored, isUnreadable(conformed) ? stored.value : conformed);
}

function finish(
  resource: CachedResource,
  { revision, value, isStale }: StoredObject,
  conformed: Uint8Array,
  allocate?: Allocate,
): Buffer {
  const finished = resource.finish(conformed, revision, allocate);
  if (conformed !== value || isStale === true) resource.conformed.add(finished);
  return finished;
}

const strayKey = { fault: 'no object can have such a key: it is left out' };

function putNewest(resource: CachedResource, version: Version): void {
  const replaced = resource.tree.put(version);
  resource.liveBytes += (version.value?.length ?? 0) - (replaced?.value?.length ?? 0);
  if (version.fault === undefined && replaced?.fault === undefined) return;
  resource.unreadableCount += Number(version.fault !== undefined) - Number(replaced?.fault !== undefined);
  resource.onFault(version);
}

/**
 * The object that a write of this process has just made, out of the stored bytes: as
 * memory has it if its event was quicker, and otherwise memory will have these bytes.
 */
export function acceptWritten(resource: CachedResource, written: WrittenObject): ObjectVersion {
  const { key, revision, value } = written;
  const head = resource.tree.find(key);
  if (head?.revision === revision && isReadable(head)) return head;
  const finished = resource.finish(value, revision);
  if ((head?.revision ?? 0) < revision) resource.ownWrites.add(written, finished);
  return createObjectVersion(key, revision, finished);
}

/**
 * Takes in a key as it was at the floor, the beginning of what has happened to it since. Its value is read later.
 * To be called again after a load that failed: what is there already is left as it is.
 */
export function applyLoaded(resource: CachedResource, entry: KeyEntry, source: ValueSource): void {
  const { tree } = resource;
  const { key, revision } = entry;
  if (!canBeNames(resource, namesOfKey(resource, key))) {
    resource.onFault(createVersion({ key, revision, value: strayKey }));
    return;
  }
  // Keys come in their order, and to look for a million in a map that grows takes a second.
  const head = tree.isPastAll(key) ? undefined : tree.find(key);
  if (head === undefined) {
    tree.put(createDeferredVersion(entry, source));
    resource.unreadCount += 1;
    return;
  }
  const oldest = oldestOf(head);
  // It has been replaced meanwhile, and may be compacted before anybody asks for it.
  if (oldest.revision > revision) oldest.previous = createVersion({ key, revision, value: source.read(entry) });
}

/** Reads the values of a load when they are asked for. */
export function openValueSource(resource: CachedResource, deferred: DeferredReads, allocate: Allocate): ValueSource {
  const { generation } = resource;
  return {
    read: (entry) => {
      const stored = { key: entry.key, revision: entry.revision, ...deferred.read(entry) };
      return storedContentOf(resource, stored, allocate) ?? strayKey;
    },
    onRead: (version) => {
      if (resource.generation !== generation) return;
      resource.unreadCount -= 1;
      resource.liveBytes += version.value?.length ?? 0;
      if (version.fault === undefined) return;
      resource.unreadableCount += 1;
      resource.onFault(version);
    },
    lend: (entry) => {
      const value = deferred.peek(entry);
      return isUnreadable(value) ? undefined : value;
    },
  };
}

function oldestOf(head: Version): Version {
  let oldest = head;
  while (oldest.previous !== undefined) oldest = oldest.previous;
  return oldest;
}

/**
 * Forgets the events up to a revision, all events of one revision together, and the
 * versions that only they needed. Must not be called while the resource is loading:
 * the index would lose which keys were deleted since.
 */
export function dropEventsThrough(resource: CachedResource, revision: number): number {
  const { log, tree } = resource;
  let dropped = 0;
  for (let oldest = log.oldest(); oldest !== undefined && oldest.revision <= revision; oldest = log.oldest()) {
    log.shift();
    oldest.previous = undefined;
    resource.floor = oldest.revision;
    resource.isFloorOfEvent = true;
    if (!isLive(oldest) && tree.find(oldest.key) === oldest) tree.remove(oldest.key);
    dropped += 1;
  }
  return dropped;
}

/** True if a store watch from before the floor must meet an event at the floor or above, which shows its progress. */
export function hasEventAtFloorOrAbove({ isFloorOfEvent, log }: CachedResource): boolean {
  return isFloorOfEvent || log.length() > 0;
}

/** Nothing has happened between this revision and the floor, so the state at the floor was that at this one. */
export function lowerFloor(resource: CachedResource, revision: number): void {
  resource.floor = revision;
  resource.isFloorOfEvent = false;
}

/** The labels and selectable fields, extracted the first time and kept. Throws what the extractor throws. */
export function selectableAttributes(resource: CachedResource, object: ObjectVersion): ObjectAttributes {
  object.attributes ??= resource.extractAttributes(object.value, object.key);
  return object.attributes;
}
