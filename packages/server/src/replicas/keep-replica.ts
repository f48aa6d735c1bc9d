/**
 * Registers this replica under a key with a time to live, which it renews: a replica that dies is forgotten within that
 * time. The others are known by their records alone.
 */
import { isUnreadable, type Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { createKeyStanding } from './key-standing.ts';
import { parseReplicaRecord, type ReplicaRecord } from './replica-record.ts';

export interface KeepReplicaOptions {
  readonly storage: Pick<Storage, 'prefix' | 'create' | 'update' | 'delete' | 'range' | 'currentRevision'>;
  /** False where no other process can open the store: nothing is written then. */
  readonly isShared: boolean;
  /** False in a worker process that is not the main one of its replica: it reads the record of the replica. */
  readonly isKeeper?: (() => boolean) | undefined;
  /** The record, without the fields that the store supplies. */
  readonly describe: () => Omit<ReplicaRecord, 'joinedRevision' | 'storeRevision' | 'updatedAt' | 'conflictsWith'>;
  readonly logger: Logger;
  readonly periodMs?: number;
}

/** The standing of this replica among the others: it must not lead, nor serve, while they refuse it. */
export interface ReplicaStanding {
  /** Resolves once the others were read. Never, if this replica stops before. */
  readonly whenKnown: Promise<void>;
  /** True while it has other keys than the cluster. */
  isRefused(): boolean;
  /** Called after that has changed. */
  onChange(listener: () => void): void;
}

export interface KeptReplica extends ReplicaStanding {
  /** Writes the key, and renews it from now on. */
  begin(): void;
  /** All replicas that are alive, in the order in which they joined. */
  all(): Promise<readonly ReplicaRecord[]>;
  /** The reason why this replica must not serve, for its health check. */
  conflict(): string | undefined;
  stop(): Promise<void>;
}

const defaultPeriodMs = 5_000;
/** Until the others are known, for which the start of this replica waits. */
const firstPeriodMs = 500;
const ttlSeconds = 15;
/** The deadline of a write or a read: the next one comes soon. */
const patienceMs = 4_000;

export function keepReplica(options: KeepReplicaOptions): KeptReplica {
  const { isShared, logger, periodMs = defaultPeriodMs } = options;
  const keys = createKeyStanding();
  const record = createRecord(options, () => keys.conflict()?.with ?? '');
  const listeners = new Set<() => void>();
  let isKnown = !isShared;
  let tellKnown = (): void => undefined;
  const whenKnown = isKnown ? Promise.resolve() : new Promise<void>((resolve) => (tellKnown = resolve));
  const unwritten = createUnwrittenNotice(logger);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let renewing = Promise.resolve();

  const renew = async (): Promise<void> => {
    const own = await record.describeNow();
    if (isStopped) return;
    // The others are read also where nothing can be written, as while the store is full: a start waits for them. Without
    // a record of its own, this replica counts as the last that joined.
    await record.write(own).then(unwritten.forget, unwritten.tell);
    const before = keys.conflict();
    const [kept, others] = await record.readOthers(own);
    keys.note(kept, others);
    const conflict = keys.conflict();
    isKnown = true;
    tellKnown();
    if ((before === undefined) === (conflict === undefined)) return;
    if (conflict !== undefined) logger.error('this replica is not ready', { reason: conflict.reason });
    else logger.info('no replica has other keys of service accounts than this one any more');
    for (const listener of listeners) listener();
    // Those that join meanwhile are to know whose keys do not count.
    await record.write({ ...kept, conflictsWith: conflict?.with ?? '' });
  };
  const renewOn = (): void => {
    const later = (): void => {
      if (!isStopped) timer = setTimeout(renewOn, isKnown ? periodMs : Math.min(firstPeriodMs, periodMs)).unref();
    };
    renewing = renew()
      .catch((error: unknown) => logger.debug('this replica could not be made known', { error }))
      .then(later, later);
  };
  return {
    begin: () => {
      if (isShared) renewOn();
    },
    all: async () => {
      const own = await record.describeNow();
      if (!isShared) return [own];
      const [kept, others] = await record.readOthers(own);
      return [kept, ...others].sort((one, other) => one.joinedRevision - other.joinedRevision);
    },
    conflict: () => (isKnown ? keys.conflict()?.reason : 'the keys of the other replicas are not known yet'),
    whenKnown,
    isRefused: () => keys.conflict() !== undefined,
    onChange: (listener) => listeners.add(listener),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      // Its write would make the key again after the delete.
      await renewing;
      await record.remove();
    },
  };
}

/** Of many failures in a row, the first is told. */
function createUnwrittenNotice(logger: Logger) {
  let isTold = false;
  return {
    tell: (error: unknown): void => {
      if (!isTold) logger.warn('this replica could not be made known to the others', { error });
      isTold = true;
    },
    forget: (): void => {
      isTold = false;
    },
  };
}

/** The record of this replica in the store, and those of the others. */
function createRecord(options: KeepReplicaOptions, conflictsWith: () => string) {
  const { storage, isKeeper = () => true, describe } = options;
  const folder = `${storage.prefix}.keelson/replicas/`;
  const written = { keyRevision: 0, joinedRevision: 0 };
  return {
    describeNow: async (): Promise<ReplicaRecord> => {
      const storeRevision = await storage.currentRevision({ deadline: Date.now() + patienceMs });
      const { joinedRevision } = written;
      const updatedAt = new Date().toISOString();
      return { ...describe(), storeRevision, joinedRevision, updatedAt, conflictsWith: conflictsWith() };
    },
    write: async (own: ReplicaRecord): Promise<void> => {
      if (isKeeper()) await write(options, `${folder}${own.identity}`, own, written);
    },
    /** Of this replica, as the store has it where another process keeps it, and of all others. */
    readOthers: async (own: ReplicaRecord): Promise<readonly [ReplicaRecord, readonly ReplicaRecord[]]> => {
      const { entries } = await storage.range(folder, { deadline: Date.now() + patienceMs });
      const found = entries.flatMap(({ value, revision }) => {
        const record = isUnreadable(value) ? undefined : parseJson(value);
        // A record without it is the first one of its replica.
        return record === undefined ? [] : { ...record, joinedRevision: record.joinedRevision || revision };
      });
      const others = found.filter(({ identity }) => identity !== own.identity);
      const kept = isKeeper() ? undefined : found.find(({ identity }) => identity === own.identity);
      return [kept ?? { ...own, joinedRevision: written.joinedRevision }, others];
    },
    remove: async (): Promise<void> => {
      if (written.keyRevision === 0) return;
      const { identity } = describe();
      const limit = { deadline: Date.now() + patienceMs };
      await storage.delete(`${folder}${identity}`, written.keyRevision, limit).catch(() => undefined);
    },
  };
}

async function write(
  { storage }: KeepReplicaOptions,
  key: string,
  record: ReplicaRecord,
  written: { keyRevision: number; joinedRevision: number },
): Promise<void> {
  const value = Buffer.from(JSON.stringify(record));
  const limit = { ttlSeconds, deadline: Date.now() + patienceMs };
  const result =
    written.keyRevision === 0
      ? await storage.create(key, value, limit)
      : await storage.update(key, value, written.keyRevision, limit);
  if (result.ok && written.joinedRevision === 0) written.joinedRevision = result.revision;
  // Refused: the key has expired, or an earlier write was applied although its answer was lost.
  written.keyRevision = result.ok ? result.revision : (result.current?.revision ?? 0);
}

function parseJson(value: Uint8Array): ReplicaRecord | undefined {
  try {
    return parseReplicaRecord(JSON.parse(Buffer.from(value).toString()));
  } catch {
    return undefined;
  }
}
