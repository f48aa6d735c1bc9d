/**
 * A follower of the embedded store: reads the files that another process writes, and sends its writes to that one. It
 * keeps the contract of storage; the writer has to live as long as it does.
 *
 * Reads are of a revision that is on disk, which the mark tells without a message; values are read from the database file,
 * whose pages all processes share.
 */
import type { Duplex } from 'node:stream';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { checked } from '../../contract/checked.ts';
import { futureRevisionError } from '../../contract/errors.ts';
import { defaultPrefix, parsePrefix } from '../../contract/limits.ts';
import type { Engine, Storage } from '../../contract/storage.ts';
import { damageIn } from '../data-file/damage.ts';
import { createDeferredReads, readEntry, readRange, revisionToRead } from '../reader.ts';
import type { State } from '../record.ts';
import { openRootToRead, openTables, readState, type Tables } from '../tables.ts';
import { usedBytesOf } from '../used-bytes.ts';
import { createWatchHub, type WatchHub } from '../watch-hub.ts';
import { openRevisionMark } from './revision-mark.ts';
import { callWriter, type WriterCalls } from './call-writer.ts';
import { electThroughWriter } from './elect-through-writer.ts';

export interface FollowerOptions {
  /** The directory of the store, which the writer has open. */
  readonly path: string;
  readonly prefix?: string;
  /** The file with the newest revision, as the writer has opened it. */
  readonly markDescriptor: number;
  /** The connection to the writer. */
  readonly stream: Duplex;
}

export function openEmbeddedFollower(options: FollowerOptions): Storage {
  const { path, markDescriptor, stream } = options;
  const prefix = parsePrefix(options.prefix ?? defaultPrefix);
  const tables = openTables(openRootToRead(path));
  const readMark = openRevisionMark(markDescriptor);
  const standing = createStanding(tables, readMark);
  const onFailedRead = (cause: unknown): Error => {
    tables.root.resetReadTxn();
    return damageIn(path, cause) ?? (cause as Error);
  };
  const hub = createWatchHub({ tables, standing, onFailedRead });
  const awakened = wakeLater(hub);
  const calls = callWriter(stream, awakened.wake);
  let closing: Promise<void> | undefined;
  const parts = { path, prefix, tables, standing, hub, calls, onFailedRead };
  const engine: Engine = {
    ...readsOf(parts),
    ...writesOf(parts),
    // The events up to this revision are delivered soon, also where the writer has not told yet.
    revisionAtHand: () => awakened.upTo(readMark()),
    close: () => (closing ??= close(parts)),
  };
  const guarded = checked(engine);
  return { ...guarded, elections: electThroughWriter(calls) };
}

/** The state of the store, anew at each look: of a revision that is on disk, in a snapshot that shows it. */
function createStanding(tables: Tables, readMark: () => number): { readonly state: State } {
  return {
    get state() {
      for (;;) {
        const revision = readMark();
        tables.root.resetReadTxn();
        const state = readState(tables);
        // Compacted since, and so there is a newer mark.
        if (state.compactedRevision <= revision) return { ...state, revision };
      }
    },
  };
}

function wakeLater(hub: WatchHub) {
  let isWaking = false;
  let awakenedAt = 0;
  const wake = (): void => {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      hub.wake();
    });
  };
  return {
    wake,
    upTo: (revision: number): number => {
      if (revision > awakenedAt) wake();
      awakenedAt = revision;
      return revision;
    },
  };
}

interface Parts {
  readonly path: string;
  readonly prefix: string;
  readonly tables: Tables;
  readonly standing: { readonly state: State };
  readonly hub: WatchHub;
  readonly calls: WriterCalls;
  readonly onFailedRead: (cause: unknown) => Error;
}

type Reads = Pick<Engine, 'prefix' | 'get' | 'range' | 'deferred' | 'watch' | 'currentRevision' | 'status'>;

function readsOf(parts: Parts): Reads {
  const { path, prefix, tables, standing, hub, onFailedRead } = parts;
  return {
    prefix,
    get: (key, options = {}) => {
      const revision = revisionToRead(standing.state, options.revision);
      try {
        return Promise.resolve({ entry: readEntry(tables, key, revision), revision });
      } catch (cause) {
        throw onFailedRead(cause);
      }
    },
    range: (folder, options = {}) =>
      readRange(parts, folder, options).catch((cause: unknown) => Promise.reject(onFailedRead(cause))),
    deferred: createDeferredReads(parts, onFailedRead),
    watch: hub.watch,
    currentRevision: () => Promise.resolve(standing.state.revision),
    status: async () => {
      const { revision, compactedRevision } = standing.state;
      const { size: sizeBytes } = await stat(join(path, 'data.mdb'));
      const usedBytes = usedBytesOf(tables);
      return {
        engine: 'embedded',
        revision,
        compactedRevision,
        sizeBytes,
        usedBytes,
        watches: hub.count(),
        alarms: [],
      };
    },
  };
}

type Writes = Pick<Engine, 'create' | 'update' | 'delete' | 'compact'>;

function writesOf({ calls, standing }: Parts): Writes {
  return {
    create: (key, value, options = {}) => calls.ask({ call: 'create', key, value, options }).result,
    update: (key, value, revision, options = {}) => calls.ask({ call: 'update', key, value, revision, options }).result,
    delete: (key, revision, options = {}) => calls.ask({ call: 'delete', key, revision, options }).result,
    compact: async (revision) => {
      const { revision: newest } = standing.state;
      if (revision > newest) throw futureRevisionError(revision, newest);
      await calls.ask({ call: 'compact', revision }).result;
    },
  };
}

async function close({ calls, hub, tables }: Parts): Promise<void> {
  await calls.close();
  hub.close();
  await tables.root.close();
}
