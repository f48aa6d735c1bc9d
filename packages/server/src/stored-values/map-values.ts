/**
 * A store in front of a store, whose values have another form on either side. Keys, revisions, order and freshness are
 * the inner store's.
 */
import {
  isUnreadable,
  mapDeferred,
  mapEntries,
  withValue,
  type Allocate,
  type ChangeOptions,
  type Entry,
  type Storage,
  type StorageEvent,
  type StoredValue,
  type WriteResult,
} from '@keelson/storage';

export interface ReadForm {
  readonly value: StoredValue;
  /** The value would be written differently now. */
  readonly isStale: boolean;
}

export interface ValueForm {
  /**
   * Must not throw. Returns `undefined` for a value that stays as it is, and is not stale. `allocate`: memory for its
   * result, where many are read.
   */
  read(key: string, value: Uint8Array, allocate?: Allocate): ReadForm | undefined;
  /** As `read`, for a look at the metadata. */
  peek(key: string, value: Uint8Array): ReadForm | undefined;
  /** May be the value itself. What it throws rejects the write. */
  write(key: string, value: Uint8Array): Uint8Array;
}

/** Promises what the inner store does. Companions are written as they are. */
export function mapValues(storage: Storage, form: ValueForm): Storage {
  const { readEntry, peekEntry, readEvent, readResult } = createReaders(form);
  return {
    prefix: storage.prefix,
    elections: storage.elections,
    get: async (key, options) => {
      const result = await storage.get(key, options);
      return result.entry === undefined ? result : { ...result, entry: readEntry(result.entry) };
    },
    range: async (prefix, options) => mapEntries(await storage.range(prefix, options), readEntry),
    deferred: mapDeferred(storage.deferred, readEntry, peekEntry),
    create: async (key, value, options) => readResult(await storage.create(key, form.write(key, value), options)),
    update: async (key, value, revision, options) =>
      readResult(await storage.update(key, form.write(key, value), revision, options)),
    delete: async (key, revision, options?: ChangeOptions) => readResult(await storage.delete(key, revision, options)),
    watch: (prefix, afterRevision, watcher, options) =>
      storage.watch(
        prefix,
        afterRevision,
        {
          onEvents: (events) => watcher.onEvents(events.map(readEvent)),
          ...(watcher.onProgress && { onProgress: (revision: number) => watcher.onProgress?.(revision) }),
          onEnd: (error) => watcher.onEnd(error),
        },
        options,
      ),
    currentRevision: (options) => storage.currentRevision(options),
    revisionAtHand: () => storage.revisionAtHand(),
    compact: (revision) => storage.compact(revision),
    status: () => storage.status(),
    close: () => storage.close(),
  };
}

/** Stale is also what is so in its inner form. */
function staleWith(read: ReadForm, inner: { readonly isStale?: boolean | undefined }): ReadForm {
  return inner.isStale === true && !read.isStale ? { value: read.value, isStale: true } : read;
}

function createReaders(form: ValueForm) {
  const readValue = (key: string, value: StoredValue | undefined, allocate?: Allocate): ReadForm | undefined =>
    value === undefined || isUnreadable(value) ? undefined : form.read(key, value, allocate);
  const readEntry = <T extends Entry | undefined>(entry: T, allocate?: Allocate): Entry | T => {
    const read = entry && readValue(entry.key, entry.value, allocate);
    return entry === undefined || read === undefined ? entry : withValue(entry, staleWith(read, entry));
  };
  const peekEntry = (entry: Entry): Entry => {
    const seen = isUnreadable(entry.value) ? undefined : form.peek(entry.key, entry.value);
    return seen === undefined ? entry : withValue(entry, seen);
  };
  const readEvent = (event: StorageEvent): StorageEvent => {
    const previous = readEntry(event.previous);
    const read = readValue(event.key, event.value);
    if (read === undefined) return previous === event.previous ? event : { ...event, previous };
    return { ...event, ...staleWith(read, event), previous };
  };
  const readResult = (result: WriteResult): WriteResult => {
    if (result.ok) return result;
    const { current, compared, accompanied } = result;
    return {
      ...result,
      current: readEntry(current),
      ...(compared !== undefined && { compared: compared.map((entry) => readEntry(entry)) }),
      ...(accompanied !== undefined && { accompanied: accompanied.map((entry) => readEntry(entry)) }),
    };
  };
  return { readEntry, peekEntry, readEvent, readResult };
}
