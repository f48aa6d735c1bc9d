/**
 * Encryption at rest: a store in front of a store. Encrypts what is written, decrypts
 * what is read, in results, refusals and events alike; keys, revisions, order and
 * freshness are the inner store's. It refuses to know what a value means.
 *
 * Failures are those of the inner store. A value that cannot be decrypted (tampered with,
 * moved from another key, or under a secret that the configuration does not list) is no
 * failure: it is returned as `Unreadable`, in reads, refusals and events alike, and other
 * values are not affected. `delete` and `update` with the right revision never
 * decrypt, so they can remove or replace such a value.
 *
 * An entry or event is stale if its value would be written differently now: by an earlier provider or secret, in an
 * earlier format, or plainly. Nothing is rewritten by itself: the next update of the key does it, so that an update that
 * changes nothing must be made all the same.
 *
 * Not protected: that a value is put back to an earlier one of the same key, that
 * keys are deleted, and how long values are.
 *
 * Limit: `maxValueBytes` applies to the caller's value. What encryption adds (at
 * most 128 bytes and the name of the secret) comes on top: engines have room for it.
 *
 * Cost: some microseconds for a value of 1 KB. Each watch decrypts for itself, value
 * and previous value if that was asked for.
 */
import { randomBytes } from 'node:crypto';

import { mapDeferred, mapEntries } from '../contract/map-entries.ts';
import type { Storage } from '../contract/storage.ts';
import { createChooser } from './choose-transformer.ts';
import type { EncryptionConfiguration } from './configuration.ts';
import { createCounters } from './counters.ts';
import type { EncryptionCounts } from './counters.ts';
import { createValueCipher } from './value-cipher.ts';
import type { ObserveTransformation } from './value-cipher.ts';
import type { StoredResource } from './resource-pattern.ts';
import type { UnboundValues } from './transform-value.ts';
import type { RandomBytes } from './value-format.ts';
import { watchOpened } from './watch-opened.ts';

export interface EncryptStorageOptions {
  /**
   * The resource that a key belongs to, given without the prefix of the store;
   * `undefined` for keys that hold no resource, which are never encrypted. Must
   * always say the same of a key. Without it the layout of the path decides, which
   * does not tell the groups of `deployments/…` and the like.
   */
  readonly resourceOf?: (path: string) => StoredResource | undefined;
  /**
   * The treatment of the formats of kube-apiserver that let a value be moved to
   * another key (`aescbc` v1, `secretbox` v1): `refuse` by default, `read` while its
   * data is taken over, `write` while it uses the store, too. Those read are counted,
   * and stale unless they are written.
   */
  readonly unboundValues?: UnboundValues;
  readonly random?: RandomBytes;
  /** Is told how long each value took that was encrypted or decrypted. */
  readonly observe?: ObserveTransformation | undefined;
}

export interface EncryptedStorage extends Storage {
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
  const transformerOf = createChooser(configuration.rules, {
    prefix: storage.prefix,
    resourceOf: options.resourceOf,
    random: options.random ?? randomBytes,
    unboundValues: options.unboundValues ?? 'refuse',
    counters,
  });
  const { seal, sealCompanions, openEntry, openEvent, openResult } = createValueCipher(transformerOf, options.observe);
  return {
    prefix: storage.prefix,
    get: async (key, getOptions) => {
      const result = await storage.get(key, getOptions);
      return result.entry === undefined ? result : { ...result, entry: openEntry(result.entry) };
    },
    range: async (prefix, rangeOptions) => mapEntries(await storage.range(prefix, rangeOptions), openEntry),
    deferred: mapDeferred(storage.deferred, openEntry),
    create: async (key, value, writeOptions) => {
      const { sealed, overheadBytes } = seal(key, value);
      return openResult(await storage.create(key, sealed, { ...sealCompanions(writeOptions), overheadBytes }));
    },
    update: async (key, value, expectedRevision, writeOptions) => {
      const { sealed, overheadBytes } = seal(key, value);
      const options = { ...sealCompanions(writeOptions), overheadBytes };
      return openResult(await storage.update(key, sealed, expectedRevision, options));
    },
    delete: async (key, expectedRevision, callOptions) =>
      openResult(await storage.delete(key, expectedRevision, sealCompanions(callOptions))),
    watch: (prefix, afterRevision, watcher, watchOptions = {}) =>
      watchOpened(storage, { ...watchOptions, prefix, afterRevision, watcher, openEvent }),
    currentRevision: (callOptions) => storage.currentRevision(callOptions),
    revisionAtHand: () => storage.revisionAtHand(),
    compact: (revision) => storage.compact(revision),
    elections: storage.elections,
    status: () => storage.status(),
    close: () => storage.close(),
    encryptionCounts: () => counters.read(),
  };
}
