/**
 * An in-memory engine of the storage contract, for tests of the watch cache: slow,
 * simple, and able to misbehave on request. It keeps all promises of the contract on
 * which the cache relies; it does not validate its input.
 */
import { deferGiven, StorageError } from '@keelson/storage';
import type {
  ChangeOptions,
  Elections,
  RangeOptions,
  RangeResult,
  Storage,
  StorageEvent,
  StoredValue,
  WriteResult,
} from '@keelson/storage';

import { createMemoryHistory } from './memory-history.ts';
import type { MemoryHistory } from './memory-history.ts';
import { createMemoryWatches } from './memory-watches.ts';
import type { MemoryWatches } from './memory-watches.ts';

type Counted = 'range' | 'get' | 'currentRevision';

export interface MemoryStorage extends Storage {
  /** Writes whatever the key holds: text, bytes, or what cannot be read. Returns the revision. */
  set(key: string, value: string | StoredValue): number;
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
  /**
   * Puts back the state of this revision. The next answer ends all watches, and none brings an event before that, as
   * the contract has it.
   */
  restore(revision: number): void;
  /** Lets the next calls of a method fail. */
  fail(method: Counted, times: number): void;
  calls(method: Counted): number;
  events(): readonly StorageEvent[];
  /** The most watches that there ever were at once. */
  mostWatches(): number;
}

export function createMemoryStorage(prefix = '/registry/'): MemoryStorage {
  const history = createMemoryHistory();
  let compacted = 0;
  const watches = createMemoryWatches(history, () => compacted);
  const calls = createCalls();
  const restoring = createRestoring(history, watches);

  const write = createWrite(history, watches);
  const readable = (at = history.revision()): number => {
    if (at > history.revision()) throw new StorageError('futureRevision', 'not yet');
    if (at < compacted) throw new StorageError('compacted', 'gone');
    return at;
  };

  const noteCall = (method: Counted): Promise<void> => calls.note(method).then(restoring.reveal);

  const compareAndSet = createCompareAndSet(history, write, restoring.reveal);
  const range: Storage['range'] = async (folder, options = {}) => {
    await noteCall('range');
    return readRange(history, readable(options.revision), folder, options);
  };

  return {
    prefix,
    get: async (key, options = {}) => {
      await noteCall('get');
      const at = readable(options.revision);
      return { entry: history.stateAt(at).get(key), revision: at };
    },
    range,
    deferred: deferGiven(range),
    create: async (key, value, options) => compareAndSet(key, value, 0, options),
    update: compareAndSet,
    delete: async (key, expected, options) => compareAndSet(key, undefined, expected, options),
    watch: watches.add,
    currentRevision: async () => {
      await noteCall('currentRevision');
      return history.revision();
    },
    // It stands for a store that others write to.
    revisionAtHand: () => undefined,
    compact: async (to) => {
      await Promise.resolve();
      compacted = Math.max(compacted, to);
    },
    status: async () => {
      const numbers = { revision: history.revision(), compactedRevision: compacted, watches: watches.count() };
      return Promise.resolve({ engine: 'memory', sizeBytes: 0, usedBytes: 0, alarms: [], ...numbers });
    },
    elections: noElections,
    close: async () => Promise.resolve(),
    set: (key, value) => write(new Map([[key, value]])),
    unset: (key) => write(new Map([[key, undefined]])),
    setTogether: write,
    moveRevision: history.skip,
    holdEvents: watches.hold,
    endWatches: watches.endAll,
    restore: restoring.restore,
    fail: calls.fail,
    calls: calls.count,
    events: history.events,
    mostWatches: watches.most,
  };
}

const noElections: Elections = {
  campaign: async () => Promise.reject(new Error('this store has no elections')),
  leader: async () => Promise.resolve(undefined),
};

type Write = (changes: ReadonlyMap<string, string | StoredValue | undefined>) => number;

function createWrite(history: MemoryHistory, watches: MemoryWatches): Write {
  return (changes) => {
    const revision = history.write(changes);
    watches.wake();
    return revision;
  };
}

function createCompareAndSet(history: MemoryHistory, write: Write, onAnswer: () => void) {
  return async (
    key: string,
    value: Uint8Array | undefined,
    expected: number,
    { compares = [] }: ChangeOptions = {},
  ): Promise<WriteResult> => {
    await Promise.resolve();
    onAnswer();
    const current = history.newest(key);
    const compared = compares.map((compare) => history.newest(compare.key));
    const areMet = compares.every(({ revision }, index) => compared[index]?.revision === revision);
    if ((current?.revision ?? 0) !== expected || !areMet) {
      return { ok: false, current, compared, revision: history.revision() };
    }
    return { ok: true, revision: write(new Map([[key, value]])) };
  };
}

function createRestoring(history: MemoryHistory, watches: MemoryWatches) {
  let lastRevision: number | undefined;
  return {
    restore: (revision: number): void => {
      lastRevision = Math.max(lastRevision ?? 0, history.revision());
      watches.hold(true);
      history.restore(revision);
    },
    /** An answer goes out. */
    reveal: (): void => {
      if (lastRevision === undefined) return;
      const error = new StorageError('historyRestarted', 'The store has another history.', { lastRevision });
      lastRevision = undefined;
      watches.endAll(error);
      watches.hold(false);
    },
  };
}

function readRange(
  history: MemoryHistory,
  revision: number,
  folder: string,
  { limit = Infinity, after }: RangeOptions,
): RangeResult {
  const entries = [...history.stateAt(revision).values()]
    .filter(({ key }) => key.startsWith(folder) && (after === undefined || compareUtf8(key, after) > 0))
    .sort((a, b) => compareUtf8(a.key, b.key));
  return { entries: entries.slice(0, limit), revision, more: entries.length > limit };
}

function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Counts calls and lets some fail; each takes a moment. */
function createCalls() {
  const counts = { range: 0, get: 0, currentRevision: 0 };
  const failures = { range: 0, get: 0, currentRevision: 0 };
  return {
    note: async (method: Counted): Promise<void> => {
      counts[method] += 1;
      await Promise.resolve();
      if (failures[method] === 0) return;
      failures[method] -= 1;
      throw new StorageError('unavailable', `${method} fails on request`);
    },
    fail: (method: Counted, times: number): void => {
      failures[method] = times;
    },
    count: (method: Counted): number => counts[method],
  };
}
