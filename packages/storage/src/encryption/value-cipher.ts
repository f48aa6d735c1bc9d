/**
 * Encrypts values on their way into a store, and decrypts entries, events and refusals
 * on their way out, and marks those that are stale.
 */
import { withValue } from '../contract/map-entries.ts';
import type { ChangeOptions, Entry, StorageEvent, WriteResult } from '../contract/storage.ts';
import { checkValueSize } from '../contract/limits.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import { untransformed } from './transform-value.ts';
import type { OpenedValue, ValueTransformer } from './transform-value.ts';

export interface ValueCipher {
  /** The bytes to store and how many more they are, or a `StorageError`, in which case nothing was written. */
  seal(key: string, value: Uint8Array): { readonly sealed: Uint8Array; readonly overheadBytes: number };
  /** The same of all companions of a write. */
  sealCompanions<T extends ChangeOptions>(options: T | undefined): T | undefined;
  /** These three never throw: a value that cannot be decrypted is unreadable. */
  openEntry(entry: Entry): Entry;
  openEvent(event: StorageEvent): StorageEvent;
  openResult(result: WriteResult): WriteResult;
}

export type ObserveTransformation = (direction: 'from_storage' | 'to_storage', seconds: number) => void;

export function createValueCipher(
  transformerOf: (key: string) => ValueTransformer,
  observe?: ObserveTransformation,
): ValueCipher {
  const measured = <T>(direction: 'from_storage' | 'to_storage', transformer: ValueTransformer, run: () => T): T => {
    if (observe === undefined || transformer === untransformed) return run();
    const startedAt = performance.now();
    try {
      return run();
    } finally {
      observe(direction, (performance.now() - startedAt) / 1000);
    }
  };
  const open = (key: string, value: StoredValue): OpenedValue => {
    if (isUnreadable(value)) return { value, isStale: false };
    const transformer = transformerOf(key);
    return measured('from_storage', transformer, () => transformer.open(key, value));
  };

  const openEntry = (entry: Entry): Entry => {
    const { value, isStale } = open(entry.key, entry.value);
    return withValue(entry, isStale ? { value, isStale } : { value });
  };

  const openEvent = (event: StorageEvent): StorageEvent => {
    const { key, value, previous } = event;
    const current = value && open(key, value);
    const opened = { ...event, value: current?.value, previous: previous && openEntry(previous) };
    return current?.isStale === true ? { ...opened, isStale: true } : opened;
  };

  const sealValue = (key: string, value: Uint8Array): Uint8Array => {
    const transformer = transformerOf(key);
    return measured('to_storage', transformer, () => transformer.seal(key, value));
  };

  return {
    seal: (key, value) => {
      checkValueSize(key, value);
      const sealed = sealValue(key, value);
      return { sealed, overheadBytes: sealed.byteLength - value.byteLength };
    },
    sealCompanions: (options) => sealCompanions(sealValue, options),
    openEntry,
    openEvent,
    openResult: (result) => {
      if (result.ok) return result;
      const { current, compared, accompanied } = result;
      return {
        ...result,
        current: current && openEntry(current),
        ...(compared !== undefined && { compared: compared.map((entry) => entry && openEntry(entry)) }),
        ...(accompanied !== undefined && { accompanied: accompanied.map((entry) => entry && openEntry(entry)) }),
      };
    },
  };
}

function sealCompanions<T extends ChangeOptions>(
  sealValue: (key: string, value: Uint8Array) => Uint8Array,
  options: T | undefined,
): T | undefined {
  if (options?.companions === undefined) return options;
  const companions = options.companions.map(({ key, value, expectedRevision }) => ({
    key,
    value: value && sealValue(key, value),
    expectedRevision,
  }));
  return { ...options, companions };
}
