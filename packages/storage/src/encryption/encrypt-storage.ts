/**
 * Encryption at rest: a store in front of a store. What goes in is encrypted, what
 * comes out is decrypted, in answers, refusals and events alike; keys, revisions,
 * order and freshness are the inner store's. It refuses to know what a value is.
 *
 * Failures. Beyond those of the inner store every read, refused write and watch may
 * fail with `damaged` where a value cannot be decrypted: tampered with, moved from
 * another key, or under a secret that the configuration does not list. The message
 * names the key. A range fails as a whole, so that nothing is left out unnoticed;
 * `delete` with the right revision never decrypts, so it can remove such a value.
 *
 * Not protected: that a value is put back to an earlier one of the same key, that
 * keys are deleted, and how long values are.
 *
 * Cost: decrypting takes some microseconds for a value of 1 KB, and each watch
 * decrypts for itself, value and previous value.
 */
import { randomBytes } from 'node:crypto';

import type { Entry, Storage, StorageEvent, Watch, Watcher, WriteResult } from '../contract.ts';
import { isStorageError, StorageError } from '../errors.ts';
import { checkValue, maxValueBytes } from '../limits.ts';
import type { EncryptionConfiguration } from './configuration.ts';
import { createCounters } from './counters.ts';
import type { EncryptionCounts } from './counters.ts';
import { tooLargeError } from './failures.ts';
import { matchesResource, resourceOfPath } from './resource-pattern.ts';
import type { GroupResource } from './resource-pattern.ts';
import { createTransformer, untransformed } from './transform-value.ts';
import type { ValueTransformer } from './transform-value.ts';
import type { RandomBytes } from './value-format.ts';

export interface EncryptStorageOptions {
  /**
   * The resource that a key belongs to, given without the prefix of the store;
   * `undefined` for keys that hold no resource, which are never encrypted. Must
   * always say the same of a key. Without it the layout of the path decides, which
   * does not tell the groups of `deployments/…` and the like.
   */
  readonly resourceOf?: (path: string) => GroupResource | undefined;
  /**
   * Whether to read the formats of kube-apiserver that let a value be moved to
   * another key (`aescbc` v1, `secretbox` v1). `read` by default; they are counted,
   * they are stale, and they are never written.
   */
  readonly unboundValues?: 'read' | 'refuse';
  readonly random?: RandomBytes;
}

export interface EncryptedStorage extends Storage {
  /**
   * Whether an entry or event of this store holds a value that would be written
   * otherwise now: by an earlier provider or secret, in an earlier format, or plainly.
   * Nothing is rewritten by itself: the next update of the key does it, so who skips
   * updates that change nothing must not skip one of a stale entry. Asks for the very
   * object that was handed out, not a copy.
   */
  isStale(read: Entry | StorageEvent): boolean;
  /** A copy of the numbers as they are now. */
  encryptionCounts(): EncryptionCounts;
}

/** Throws `invalidArgument` if the configuration cannot be applied to keys without `resourceOf`. */
export function encryptStorage(
  storage: Storage,
  configuration: EncryptionConfiguration,
  options: EncryptStorageOptions = {},
): EncryptedStorage {
  const counters = createCounters();
  const transformerOf = chooseTransformers(storage.prefix, configuration, options, (rule) =>
    createTransformer(rule, {
      random: options.random ?? randomBytes,
      unboundValues: options.unboundValues ?? 'read',
      counters,
    }),
  );
  // By identity: entries stay as small as they are, and are forgotten with their holders.
  const stale = new WeakSet<Entry | StorageEvent>();

  const seal = (key: string, value: Uint8Array): Uint8Array => {
    checkValue(key, value);
    const sealed = transformerOf(key).seal(key, value);
    if (sealed.byteLength <= maxValueBytes) return sealed;
    throw tooLargeError(key, value.byteLength, sealed.byteLength, maxValueBytes);
  };

  const openEntry = (entry: Entry): Entry => {
    const { value, isStale } = transformerOf(entry.key).open(entry.key, entry.value);
    const opened = value === entry.value ? entry : { ...entry, value };
    if (isStale) stale.add(opened);
    return opened;
  };

  const openEvent = (event: StorageEvent): StorageEvent => {
    const { key, value: stored } = event;
    const previous = event.previous && openEntry(event.previous);
    const current = stored && transformerOf(key).open(key, stored);
    const opened =
      current?.value === stored && previous === event.previous ? event : { ...event, value: current?.value, previous };
    if (current?.isStale === true) stale.add(opened);
    return opened;
  };

  const openRefused = (result: WriteResult): WriteResult =>
    result.ok || result.current === undefined ? result : { ...result, current: openEntry(result.current) };

  return {
    prefix: storage.prefix,
    get: async (key, getOptions) => {
      const result = await storage.get(key, getOptions);
      return result.entry === undefined ? result : { ...result, entry: openEntry(result.entry) };
    },
    range: async (prefix, rangeOptions) => {
      const result = await storage.range(prefix, rangeOptions);
      return { ...result, entries: result.entries.map(openEntry) };
    },
    create: async (key, value, writeOptions) =>
      openRefused(await storage.create(key, seal(key, value), writeOptions)),
    update: async (key, value, expectedRevision, writeOptions) =>
      openRefused(await storage.update(key, seal(key, value), expectedRevision, writeOptions)),
    delete: async (key, expectedRevision) => openRefused(await storage.delete(key, expectedRevision)),
    watch: (prefix, afterRevision, watcher) => watchOpened(storage, { prefix, afterRevision, watcher, openEvent }),
    currentRevision: () => storage.currentRevision(),
    compact: (revision) => storage.compact(revision),
    status: () => storage.status(),
    close: () => storage.close(),
    isStale: (read) => stale.has(read),
    encryptionCounts: () => counters.read(),
  };
}

function chooseTransformers(
  prefix: string,
  { rules }: EncryptionConfiguration,
  { resourceOf }: EncryptStorageOptions,
  transformerFor: (rule: EncryptionConfiguration['rules'][number]) => ValueTransformer,
): (key: string) => ValueTransformer {
  const patterns = rules.flatMap((rule) => {
    const transformer = transformerFor(rule);
    return rule.resources.map((pattern) => ({ pattern, transformer }));
  });
  const grouped = patterns.find(({ pattern: { resource, group } }) => resource === '*' && group !== '' && group !== '*');
  if (resourceOf === undefined && grouped !== undefined) {
    const fault = 'needs resourceOf, since a path does not tell the group of every resource';
    throw new StorageError('invalidArgument', `${grouped.pattern.text} in the encryption configuration ${fault}.`);
  }
  const choose = resourceOf ?? resourceOfPath;
  return (key) => {
    const resource = key.startsWith(prefix) ? choose(key.slice(prefix.length)) : undefined;
    if (resource === undefined) return untransformed;
    return patterns.find(({ pattern }) => matchesResource(pattern, resource))?.transformer ?? untransformed;
  };
}

interface OpenedWatchOptions {
  readonly prefix: string;
  readonly afterRevision: number;
  readonly watcher: Watcher;
  readonly openEvent: (event: StorageEvent) => StorageEvent;
}

/** A batch with an event that cannot be decrypted is not delivered, not even in part, and ends the watch. */
function watchOpened(storage: Storage, { prefix, afterRevision, watcher, openEvent }: OpenedWatchOptions): Watch {
  const inner = storage.watch(prefix, afterRevision, {
    onEvents: (events) => {
      let opened: readonly StorageEvent[];
      try {
        opened = events.map(openEvent);
      } catch (error) {
        if (!isStorageError(error)) throw error;
        inner.close();
        watcher.onEnd(error);
        return undefined;
      }
      return watcher.onEvents(opened);
    },
    ...(watcher.onProgress && { onProgress: (revision: number) => watcher.onProgress?.(revision) }),
    onEnd: (error) => watcher.onEnd(error),
  });
  return inner;
}
