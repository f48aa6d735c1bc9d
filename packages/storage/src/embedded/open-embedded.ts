/** The embedded engine: one process, one directory, durable. Assembles the parts, each of which has its own file. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { silentLogger } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import { checked } from '../contract/checked.ts';
import type {
  ChangeOptions,
  Engine,
  Storage,
  StorageStatus,
  StorageWriteOptions,
  WriteResult,
} from '../contract/storage.ts';
import { futureRevisionError } from '../contract/errors.ts';
import { defaultPrefix, parsePrefix } from '../contract/limits.ts';
import { withElections } from '../elections/with-elections.ts';
import type { WriteOperation } from './decide.ts';
import { damageIn } from './data-file/damage.ts';
import { verifyDataFile } from './data-file/verify-data-file.ts';
import { noteData, prepareDirectory } from './directory.ts';
import { createEmbeddedElectionLeases } from './election-leases.ts';
import { startExpiry } from './expiry.ts';
import type { Expiry } from './expiry.ts';
import { createSerializer } from './serializer.ts';
import type { Serializer } from './serializer.ts';
import { openHeld } from './open-held.ts';
import { createDeferredReads, readEntry, readRange, revisionToRead } from './reader.ts';
import { forget, startReclaiming } from './reclaim.ts';
import { refuseCutShortRestore } from './restore-remains.ts';
import type { Reclaiming } from './reclaim.ts';
import type { State } from './record.ts';
import { readState } from './tables.ts';
import type { Tables } from './tables.ts';
import { usedBytesOf } from './used-bytes.ts';
import { createWatchHub } from './watch-hub.ts';
import type { WatchHub } from './watch-hub.ts';
import { createGroupCommitter } from './group-committer.ts';
import type { GroupCommitter } from './group-committer.ts';

export interface EmbeddedOptions {
  /** Created if it does not exist. An existing one must be empty or made by this engine. */
  readonly path: string;
  readonly prefix?: string;
  readonly logger?: Logger;
  /** Milliseconds since 1970, for the expiry of keys. */
  readonly now?: () => number;
}

interface Parts {
  readonly path: string;
  readonly now: () => number;
  readonly tables: Tables;
  readonly standing: { state: State };
  readonly serialize: Serializer;
  readonly hub: WatchHub;
  readonly writer: GroupCommitter;
  readonly expiry: Expiry;
  readonly reclaiming: Reclaiming;
  readonly release: () => Promise<void>;
}

/**
 * Fails with `directoryInUse`, `directoryNotOurs`, `directoryNotWritable`,
 * `formatTooNew`, `outOfSpace` or `damaged`, and then changes nothing.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Storage> {
  return (await openWriter(options)).storage;
}

export interface OpenWriterOptions extends EmbeddedOptions {
  /** Called when a commit is on disk, before any of its writes has resolved. */
  readonly onRevision?: (revision: number) => void;
}

export interface OpenWriter {
  readonly storage: Storage;
  /** Lets go of what other processes had open when they died: the space of what they read could not be used again. */
  readonly forgetDeadReaders: () => void;
}

/** The engine with what its followers need. Fails as `openEmbedded`. */
export async function openWriter(options: OpenWriterOptions): Promise<OpenWriter> {
  const { path, logger = silentLogger } = options;
  const prefix = parsePrefix(options.prefix ?? defaultPrefix);
  await refuseCutShortRestore(path);
  const { hasData } = await prepareDirectory(path);
  await verifyDataFile(path, { hasData });
  const parts = assemble(options);
  const engine = checked(storageOver(prefix, parts));
  if (!hasData) {
    // Without the marker only a later loss of the whole file would go unnoticed.
    await noteData(path).catch((error: unknown) =>
      logger.warn('The data directory could not be marked', { path, error }),
    );
  }
  const storage = withElections(engine, createEmbeddedElectionLeases(engine));
  return { storage, forgetDeadReaders: () => void parts.tables.root.readerCheck() };
}

function assemble(options: OpenWriterOptions): Parts {
  const { path, logger = silentLogger, now = Date.now, onRevision } = options;
  const { tables, release } = openHeld(path);
  const standing = { state: readState(tables) };
  const serialize = createSerializer();
  const onFailedRead = (cause: unknown): Error => afterFailedRead({ path, tables }, cause);
  const hub = createWatchHub({ tables, standing, onFailedRead });
  const onCommitted: WatchHub['publish'] = (events, from, to) => {
    onRevision?.(to);
    hub.publish(events, from, to);
  };
  const writer = createGroupCommitter({ tables, serialize, path, standing, onCommitted });
  const onTrouble = (cause: unknown): void => logger.warn('The embedded store could not clean up', { path, cause });
  const expiry = startExpiry({ tables, serialize, writer, now, onTrouble });
  const reclaiming = startReclaiming({ tables, serialize, standing, onTrouble });
  return { path, now, tables, standing, serialize, hub, writer, expiry, reclaiming, release };
}

function storageOver(prefix: string, parts: Parts): Engine {
  const { standing, writer, hub } = parts;
  return {
    prefix,
    get: (key, options = {}) => {
      const revision = revisionToRead(standing.state, options.revision);
      try {
        return Promise.resolve({ entry: readEntry(parts.tables, key, revision), revision });
      } catch (cause) {
        throw afterFailedRead(parts, cause);
      }
    },
    range: (folder, options = {}) =>
      readRange(parts, folder, options).catch((cause: unknown) => Promise.reject(afterFailedRead(parts, cause))),
    deferred: createDeferredReads(parts, (cause) => afterFailedRead(parts, cause)),
    create: (key, value, options = {}) =>
      write(parts, { key, value, expectedRevision: 0, ...conditionsOf(options) }, options),
    update: (key, value, expectedRevision, options = {}) =>
      write(parts, { key, value, expectedRevision, ...conditionsOf(options) }, options),
    delete: (key, expectedRevision, options = {}) =>
      write(parts, { key, value: undefined, expectedRevision, ...conditionsOf(options) }, {}),
    watch: hub.watch,
    currentRevision: () => Promise.resolve(standing.state.revision),
    revisionAtHand: () => standing.state.revision,
    compact: async (revision) => {
      if (revision > standing.state.revision) throw futureRevisionError(revision, standing.state.revision);
      await forget(parts, revision);
      parts.reclaiming.wake();
    },
    status: () => statusOf(parts),
    close: async () => {
      await parts.expiry.close();
      await writer.close();
      await parts.reclaiming.close();
      hub.close();
      await parts.release();
    },
  };
}

function conditionsOf({ compares, companions }: ChangeOptions): Pick<WriteOperation, 'compares' | 'companions'> {
  return { compares, companions };
}

/** Translates the error of a damaged file. Resets the shared read transaction, which is unusable after a failure. */
function afterFailedRead({ path, tables }: Pick<Parts, 'path' | 'tables'>, cause: unknown): Error {
  tables.root.resetReadTxn();
  return damageIn(path, cause) ?? (cause as Error);
}

async function write(
  { now, writer, expiry }: Parts,
  operation: Omit<WriteOperation, 'expiresAtMs'>,
  { ttlSeconds }: StorageWriteOptions,
): Promise<WriteResult> {
  if (ttlSeconds === undefined) return writer.submit({ ...operation, expiresAtMs: undefined });
  const expiresAtMs = Math.ceil(now() + ttlSeconds * 1000);
  const result = await writer.submit({ ...operation, expiresAtMs });
  expiry.expect(expiresAtMs);
  return result;
}

async function statusOf({ path, tables, standing, hub }: Parts): Promise<StorageStatus> {
  const { size } = await stat(join(path, 'data.mdb'));
  return {
    engine: 'embedded',
    revision: standing.state.revision,
    compactedRevision: standing.state.compactedRevision,
    sizeBytes: size,
    usedBytes: usedBytesOf(tables),
    watches: hub.count(),
    alarms: [],
  };
}
