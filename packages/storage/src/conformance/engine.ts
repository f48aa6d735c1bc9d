/**
 * The engine under test, as the suite sees it, and small means for its tests.
 */
import { expect } from '@jest/globals';

import type { Entry, Storage, StorageEvent, Watcher, WatchOptions, WriteResult } from '../contract/storage.ts';
import type { StorageError, StorageErrorCode } from '../contract/errors.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import { bytesOf } from './bytes-of.ts';

export interface EngineUnderTest {
  readonly storage: Storage;
  /** Another way to the same data, as a second replica has. An engine that allows none gives `storage` again. */
  readonly peer: Storage;
  /** Closes both and removes the data. */
  close(): Promise<void>;
}

export type OpenEngine = () => Promise<EngineUnderTest>;

/** The engine, once it is open, and folders that no other test uses, for a group of tests. */
export interface Bench {
  engine(): EngineUnderTest;
  newFolder(): string;
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);
export const text = (value: StoredValue | undefined): string | undefined =>
  value === undefined ? undefined : bytesOf(value).toString();

/** An entry as a test reads it. */
export const shown = (entry: Entry | undefined): string | undefined =>
  entry === undefined ? undefined : `${entry.key}=${text(entry.value) ?? ''}@${entry.revision}`;

export function revisionOf(result: WriteResult): number {
  if (!result.ok) throw new Error(`the write was refused by ${shown(result.current) ?? 'nothing'}`);
  return result.revision;
}

export async function put(storage: Storage, key: string, value: string): Promise<number> {
  return revisionOf(await storage.create(key, bytes(value)));
}

export async function expectCode(promise: Promise<unknown>, code: StorageErrorCode): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name: 'StorageError', code });
}

export interface Recording {
  readonly events: readonly StorageEvent[];
  readonly batches: readonly (readonly StorageEvent[])[];
  readonly ended: readonly StorageError[];
  /** Each revision that progress was told of, with the number of events that had come by then. */
  readonly progress: readonly { readonly revision: number; readonly events: number }[];
  /** Waits until progress has been told of, or the watch has ended. */
  advance(): Promise<void>;
  /** Waits until so many events have come, or the watch has ended. */
  reach(count: number): Promise<void>;
  close(): void;
}

/** Watches and keeps all that comes. */
export function recordWatch(
  storage: Storage,
  prefix: string,
  afterRevision: number,
  options?: WatchOptions,
): Recording {
  const events: StorageEvent[] = [];
  const batches: (readonly StorageEvent[])[] = [];
  const ended: StorageError[] = [];
  const progress: { revision: number; events: number }[] = [];
  let look = (): void => undefined;
  const watcher: Watcher = {
    onEvents: (batch) => {
      batches.push(batch);
      events.push(...batch);
      look();
    },
    onProgress: (revision) => {
      progress.push({ revision, events: events.length });
      look();
    },
    onEnd: (error) => {
      ended.push(error);
      look();
    },
  };
  const watch = storage.watch(prefix, afterRevision, watcher, options);
  const when = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        if (isSo() || ended.length > 0) resolve();
      };
      look();
    });
  return {
    events,
    batches,
    ended,
    progress,
    advance: () => when(() => progress.length > 0),
    reach: (count) => when(() => events.length >= count),
    close: watch.close,
  };
}

/** An event as a test reads it: `a=1` when written, `a-` when deleted, with what it replaced in brackets. */
export function shownEvent(event: StorageEvent): string {
  const name = event.key.slice(event.key.lastIndexOf('/') + 1);
  const before = event.previous === undefined ? '' : ` (${text(event.previous.value) ?? ''})`;
  return event.value === undefined ? `${name}-${before}` : `${name}=${text(event.value) ?? ''}${before}`;
}
