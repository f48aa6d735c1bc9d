/**
 * Values that kube-apiserver stored in protobuf: a store in front of a store that reads them as the JSON that this
 * server stores, in the stored version of their kind and with its defaults. What it writes is JSON, which that server
 * reads as well. Keys, revisions, order and freshness are the inner store's.
 *
 * A value in protobuf that is cut off, or of a kind that is not known, is `Unreadable`: it concerns its own key.
 * Values in any other format pass unchanged, and cost a comparison of four bytes.
 */
import { parseGroupVersion } from '@keelson/meta';
import {
  applyDefaults,
  convertObject,
  decodeProtobuf,
  encodeJson,
  isEnvelope,
  openEnvelope,
  type Envelope,
  type Scheme,
  type TypeMeta,
} from '@keelson/schema';
import { isUnreadable, type Entry, type Storage, type StoredValue, type StorageEvent } from '@keelson/storage';
import type { WriteResult } from '@keelson/storage';

/** Promises what the inner store does, and never fails for a value. */
export function readProtobufValues(storage: Storage, scheme: Scheme): Storage {
  const read = <T extends StoredValue | undefined>(value: T): T | StoredValue =>
    value === undefined || isUnreadable(value) || !isEnvelope(value) ? value : toStoredJson(scheme, value);
  const readEntry = <T extends Entry | undefined>(entry: T): T => {
    if (entry === undefined) return entry;
    const value = read(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  };
  const readEvent = (event: StorageEvent): StorageEvent => {
    const [value, previous] = [read(event.value), readEntry(event.previous)];
    return value === event.value && previous === event.previous ? event : { ...event, value, previous };
  };
  const readResult = (result: WriteResult): WriteResult => {
    if (result.ok) return result;
    const { current, compared, accompanied } = result;
    return {
      ...result,
      current: readEntry(current),
      ...(compared !== undefined && { compared: compared.map(readEntry) }),
      ...(accompanied !== undefined && { accompanied: accompanied.map(readEntry) }),
    };
  };
  return {
    prefix: storage.prefix,
    elections: storage.elections,
    get: async (key, options) => {
      const result = await storage.get(key, options);
      return result.entry === undefined ? result : { ...result, entry: readEntry(result.entry) };
    },
    range: async (prefix, options) => {
      const result = await storage.range(prefix, options);
      return { ...result, entries: result.entries.map(readEntry) };
    },
    create: async (key, value, options) => readResult(await storage.create(key, value, options)),
    update: async (key, value, revision, options) => readResult(await storage.update(key, value, revision, options)),
    delete: async (key, revision, options) => readResult(await storage.delete(key, revision, options)),
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

function toStoredJson(scheme: Scheme, value: Uint8Array): StoredValue {
  const opened = openEnvelope(value);
  return opened.ok ? transcode(scheme, opened.envelope) : { fault: `it cannot be decoded: ${opened.message}` };
}

function transcode(scheme: Scheme, { typeMeta, raw, contentEncoding }: Envelope): StoredValue {
  if (contentEncoding !== '') return { fault: 'its protobuf envelope has a content encoding, which is not read' };
  const parsed = parseGroupVersion(typeMeta.apiVersion);
  const from = parsed.ok ? scheme.resourceOfKind({ ...parsed.groupVersion, kind: typeMeta.kind }) : undefined;
  if (from?.storage.kind !== 'stored') {
    const [kind, version] = [JSON.stringify(typeMeta.kind), JSON.stringify(typeMeta.apiVersion)];
    return { fault: `no kind ${kind} is registered for version ${version}` };
  }
  const decoded = decodeProtobuf(from.message, raw, { typeMeta });
  if (!decoded.ok) return { fault: `it cannot be decoded: ${decoded.message}` };
  applyDefaults(from.message, decoded.object);
  const stored = scheme.storageOf(from);
  const object: TypeMeta = convertObject(scheme, decoded.object, from, stored);
  return Buffer.from(encodeJson(stored.message, object), 'utf8');
}
