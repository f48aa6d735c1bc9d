/**
 * An engine of the storage contract in plain memory, for tests of the window: slow,
 * simple, and able to misbehave on request. It keeps all promises of the contract
 * that the window rests on; it checks nothing that is handed in.
 */
import { StorageError } from '@keelson/storage';
import type { Entry, Storage, StorageEvent, Watcher, WriteResult } from '@keelson/storage';

export interface MemoryStorage extends Storage {
  /** Writes whatever the key holds. Returns the revision. */
  set(key: string, value: string): number;
  /** Deletes the key. Returns the revision. */
  unset(key: string): number;
  /** Several changes under one revision; `undefined` deletes. */
  setTogether(changes: ReadonlyMap<string, string | undefined>): number;
  /** A write outside the prefix: the revision moves, no event comes. */
  moveRevision(): number;
  /** Holds events back until called with `false`. */
  holdEvents(isHeld: boolean): void;
  /** Ends all watches with this error. */
  endWatches(error: StorageError): void;
  /** Lets the next calls of a method fail. */
  fail(method: 'range' | 'get' | 'currentRevision', times: number): void;
  /** How often a method was called. */
  calls(method: 'range' | 'get' | 'currentRevision' | 'watch'): number;
  events(): readonly StorageEvent[];
}

interface Watching {
  readonly prefix: string;
  readonly watcher: Watcher;
  position: number;
  isBusy: boolean;
}

const encoder = new TextEncoder();

export function createMemoryStorage(prefix = '/registry/'): MemoryStorage {
  const log: StorageEvent[] = [];
  const newest = new Map<string, Entry>();
  const watches = new Set<Watching>();
  const failures = new Map<string, number>();
  const called = new Map<string, number>();
  let revision = 1;
  let compacted = 0;
  let isHeld = false;

  const count = (method: string): void => {
    called.set(method, (called.get(method) ?? 0) + 1);
    const left = failures.get(method) ?? 0;
    if (left === 0) return;
    failures.set(method, left - 1);
    throw new StorageError('unavailable', `${method} fails on request`);
  };

  const write = (changes: ReadonlyMap<string, string | Uint8Array | undefined>): number => {
    revision += 1;
    for (const [key, content] of changes) {
      const value = typeof content === 'string' ? encoder.encode(content) : content;
      log.push({ key, revision, value, previous: newest.get(key) });
      if (value === undefined) newest.delete(key);
      else newest.set(key, { key, value, revision });
    }
    wake();
    return revision;
  };

  const wake = (): void => {
    for (const watching of watches) pump(watching);
  };

  /** Delivers in a later turn, whole revisions, two at a time, so that batches end at odd places. */
  const pump = (watching: Watching): void => {
    if (watching.isBusy) return;
    watching.isBusy = true;
    setImmediate(() => {
      watching.isBusy = false;
      if (!isHeld && watches.has(watching)) deliver(watching);
    });
  };

  const deliver = (watching: Watching): void => {
    if (watching.position < compacted) {
      watches.delete(watching);
      watching.watcher.onEnd(new StorageError('compacted', 'gone'));
      return;
    }
    const due = log.filter((event) => event.revision > watching.position && event.key.startsWith(watching.prefix));
    const last = [...new Set(due.map((event) => event.revision))][1] ?? due.at(-1)?.revision;
    if (last === undefined) return;
    watching.position = last;
    const pending = watching.watcher.onEvents(due.filter((event) => event.revision <= last));
    if (pending === undefined) {
      pump(watching);
      return;
    }
    watching.isBusy = true;
    void pending.then(() => {
      watching.isBusy = false;
      pump(watching);
    });
  };

  const stateAt = (at: number): Map<string, Entry> => {
    const state = new Map<string, Entry>();
    for (const { key, value, revision: changed } of log) {
      if (changed > at) break;
      if (value === undefined) state.delete(key);
      else state.set(key, { key, value, revision: changed });
    }
    return state;
  };

  const checkReadable = (at: number): void => {
    if (at > revision) throw new StorageError('futureRevision', 'not yet');
    if (at < compacted) throw new StorageError('compacted', 'gone');
  };

  const compareAndSet = (key: string, value: Uint8Array | undefined, expected: number): WriteResult => {
    const current = newest.get(key);
    if ((current?.revision ?? 0) !== expected) return { ok: false, current, revision };
    return { ok: true, revision: write(new Map([[key, value]])) };
  };

  return {
    prefix,
    get: async (key, options = {}) => {
      await Promise.resolve();
      count('get');
      const at = options.revision ?? revision;
      checkReadable(at);
      return { entry: stateAt(at).get(key), revision: at };
    },
    range: async (folder, { limit = Infinity, after, revision: asked } = {}) => {
      await Promise.resolve();
      count('range');
      const at = asked ?? revision;
      checkReadable(at);
      const entries = [...stateAt(at).values()]
        .filter(({ key }) => key.startsWith(folder) && (after === undefined || compareUtf8(key, after) > 0))
        .sort((a, b) => compareUtf8(a.key, b.key));
      return { entries: entries.slice(0, limit), revision: at, more: entries.length > limit };
    },
    create: async (key, value) => Promise.resolve(compareAndSet(key, value, 0)),
    update: async (key, value, expected) => Promise.resolve(compareAndSet(key, value, expected)),
    delete: async (key, expected) => Promise.resolve(compareAndSet(key, undefined, expected)),
    watch: (folder, afterRevision, watcher) => {
      count('watch');
      const watching = { prefix: folder, watcher, position: afterRevision, isBusy: false };
      watches.add(watching);
      pump(watching);
      return { close: () => void watches.delete(watching) };
    },
    currentRevision: async () => {
      await Promise.resolve();
      count('currentRevision');
      return revision;
    },
    compact: async (to) => {
      compacted = Math.max(compacted, to);
      return Promise.resolve();
    },
    status: async () =>
      Promise.resolve({
        engine: 'memory',
        revision,
        compactedRevision: compacted,
        sizeBytes: 0,
        usedBytes: 0,
        watches: watches.size,
      }),
    close: async () => Promise.resolve(watches.clear()),
    set: (key, value) => write(new Map([[key, value]])),
    unset: (key) => write(new Map([[key, undefined]])),
    setTogether: write,
    moveRevision: () => (revision += 1),
    holdEvents: (held) => {
      isHeld = held;
      if (!held) wake();
    },
    endWatches: (error) => {
      for (const { watcher } of [...watches]) watcher.onEnd(error);
      watches.clear();
    },
    fail: (method, times) => void failures.set(method, times),
    calls: (method) => called.get(method) ?? 0,
    events: () => log,
  };
}

function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
