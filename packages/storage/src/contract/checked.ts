/** Validates the arguments of every call, once for all engines, and rejects calls after `close`. */
import type { DeferredReads, Engine, RangeOptions } from './storage.ts';
import { closedError } from './errors.ts';
import {
  checkAfter,
  checkCompanions,
  checkCompares,
  checkFolder,
  checkKey,
  checkLimit,
  checkProgress,
  checkReadRevision,
  checkRevision,
  checkTtl,
  checkValueSize,
} from './limits.ts';

/** Methods that return promises reject; `watch` throws. */
export function checked(engine: Engine): Engine {
  let isClosed = false;
  const checkOpen = (): void => {
    if (isClosed) throw closedError();
  };
  return {
    prefix: engine.prefix,
    ...checkedReads(engine, checkOpen),
    deferred: checkedDeferred(engine.prefix, engine.deferred, checkOpen),
    revisionAtHand: () => (isClosed ? undefined : engine.revisionAtHand()),
    ...checkedWrites(engine, checkOpen),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await engine.close();
    },
  };
}

type Reads = Pick<Engine, 'get' | 'range' | 'watch' | 'currentRevision' | 'status'>;

function checkedReads(engine: Engine, checkOpen: () => void): Reads {
  const { prefix } = engine;
  return {
    get: async (key, options = {}) => {
      checkOpen();
      checkKey(prefix, key);
      checkReadRevision(options.revision);
      return engine.get(key, options);
    },
    range: async (folder, options = {}) => {
      checkOpen();
      checkRange(prefix, folder, options);
      return engine.range(folder, options);
    },
    watch: (folder, afterRevision, watcher, options = {}) => {
      checkOpen();
      checkFolder(prefix, folder);
      checkRevision(afterRevision, 0);
      checkProgress(prefix, folder, options.progressAt);
      return engine.watch(folder, afterRevision, watcher, options);
    },
    currentRevision: async (options = {}) => {
      checkOpen();
      return engine.currentRevision(options);
    },
    status: async () => {
      checkOpen();
      return engine.status();
    },
  };
}

function checkedDeferred(prefix: string, deferred: DeferredReads, checkOpen: () => void): DeferredReads {
  const isOpen = (): boolean => {
    try {
      checkOpen();
      return true;
    } catch {
      return false;
    }
  };
  return {
    givesValues: deferred.givesValues,
    range: async (folder, options = {}) => {
      checkOpen();
      checkRange(prefix, folder, options);
      return deferred.range(folder, options);
    },
    read: (entry) => (isOpen() ? deferred.read(entry) : { value: closedValue }),
    peek: (entry) => (isOpen() ? deferred.peek(entry) : closedValue),
  };
}

const closedValue = { fault: 'the store was closed before it was read' };

function checkRange(prefix: string, folder: string, { limit, after, revision }: RangeOptions): void {
  checkFolder(prefix, folder);
  checkLimit(limit);
  checkAfter(folder, after);
  checkReadRevision(revision);
}

type Writes = Pick<Engine, 'create' | 'update' | 'delete' | 'compact'>;

function checkedWrites(engine: Engine, checkOpen: () => void): Writes {
  const { prefix } = engine;
  return {
    create: async (key, value, options = {}) => {
      checkOpen();
      checkKey(prefix, key);
      checkValueSize(key, value, options.overheadBytes);
      checkTtl(options.ttlSeconds);
      checkCompares(prefix, key, options.compares);
      checkCompanions(prefix, key, options, value.byteLength);
      return engine.create(key, value, options);
    },
    update: async (key, value, expectedRevision, options = {}) => {
      checkOpen();
      checkKey(prefix, key);
      checkValueSize(key, value, options.overheadBytes);
      checkRevision(expectedRevision, 1);
      checkTtl(options.ttlSeconds);
      checkCompares(prefix, key, options.compares);
      checkCompanions(prefix, key, options, value.byteLength);
      return engine.update(key, value, expectedRevision, options);
    },
    delete: async (key, expectedRevision, options = {}) => {
      checkOpen();
      checkKey(prefix, key);
      checkRevision(expectedRevision, 1);
      checkCompares(prefix, key, options.compares);
      checkCompanions(prefix, key, options);
      return engine.delete(key, expectedRevision, options);
    },
    compact: async (revision) => {
      checkOpen();
      checkRevision(revision, 1);
      return engine.compact(revision);
    },
  };
}
