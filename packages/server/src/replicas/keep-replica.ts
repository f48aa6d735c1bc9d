/**
 * Registers this replica under a key with a time to live, which it renews: a replica that dies is forgotten within that
 * time. The others are known by their records alone.
 */
import { isUnreadable, type Storage } from '@keelson/storage';
import type { Logger } from '@keelson/telemetry';

import { findKeyConflict } from './find-key-conflict.ts';
import { parseReplicaRecord, type ReplicaRecord } from './replica-record.ts';

export interface KeepReplicaOptions {
  readonly storage: Pick<Storage, 'prefix' | 'create' | 'update' | 'delete' | 'range' | 'currentRevision'>;
  /** False where no other process can open the store: nothing is written then. */
  readonly isShared: boolean;
  /** False in a worker process that is not the main one of its replica: it reads the record of the replica. */
  readonly isKeeper?: (() => boolean) | undefined;
  /** The record, without the fields that the store supplies. */
  readonly describe: () => Omit<ReplicaRecord, 'joinedRevision' | 'storeRevision' | 'updatedAt'>;
  readonly logger: Logger;
  readonly periodMs?: number;
}

export interface KeptReplica {
  /** Writes the key, and renews it from now on. */
  begin(): void;
  /** All replicas that are alive, in the order in which they joined. */
  all(): Promise<readonly ReplicaRecord[]>;
  /** The reason why this replica must not serve, for its health check. */
  conflict(): string | undefined;
  stop(): Promise<void>;
}

const defaultPeriodMs = 5_000;
const ttlSeconds = 15;
/** The deadline of a write or a read: the next one comes soon. */
const patienceMs = 4_000;

export function keepReplica(options: KeepReplicaOptions): KeptReplica {
  const { storage, isShared, isKeeper = () => true, describe, logger, periodMs = defaultPeriodMs } = options;
  const folder = `${storage.prefix}.keelson/replicas/`;
  const standing = { keyRevision: 0, joinedRevision: 0 };
  let conflict: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let renewing = Promise.resolve();

  const describeNow = async (): Promise<ReplicaRecord> => {
    const storeRevision = await storage.currentRevision({ deadline: Date.now() + patienceMs });
    const { joinedRevision } = standing;
    return { ...describe(), storeRevision, joinedRevision, updatedAt: new Date().toISOString() };
  };
  const readAll = async (own: ReplicaRecord): Promise<readonly ReplicaRecord[]> => {
    const { entries } = await storage.range(folder, { deadline: Date.now() + patienceMs });
    const found = entries.flatMap(({ value }) => (isUnreadable(value) ? [] : (parseJson(value) ?? [])));
    const others = found.filter(({ identity }) => identity !== own.identity);
    const kept = isKeeper() ? undefined : found.find(({ identity }) => identity === own.identity);
    return [kept ?? own, ...others].sort((one, other) => one.joinedRevision - other.joinedRevision);
  };
  const renew = async (): Promise<void> => {
    const own = await describeNow();
    if (isStopped) return;
    if (isKeeper()) await write(options, `${folder}${own.identity}`, own, standing);
    const all = await readAll(own);
    const joinedRevision = all.find(({ identity }) => identity === own.identity)?.joinedRevision ?? 0;
    const found = findKeyConflict({ ...own, joinedRevision: standing.joinedRevision || joinedRevision }, all);
    if (found !== undefined && conflict === undefined) logger.error('this replica is not ready', { reason: found });
    if (found === undefined && conflict !== undefined) logger.info('the replicas have the same keys again');
    conflict = found;
  };
  const renewOn = (): void => {
    const later = (): void => {
      if (!isStopped) timer = setTimeout(renewOn, periodMs).unref();
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
      const own = await describeNow();
      return isShared ? readAll(own) : [own];
    },
    conflict: () => conflict,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      // Its write would make the key again after the delete.
      await renewing;
      if (standing.keyRevision === 0) return;
      const { identity } = describe();
      const limit = { deadline: Date.now() + patienceMs };
      await storage.delete(`${folder}${identity}`, standing.keyRevision, limit).catch(() => undefined);
    },
  };
}

async function write(
  { storage }: KeepReplicaOptions,
  key: string,
  record: ReplicaRecord,
  standing: { keyRevision: number; joinedRevision: number },
): Promise<void> {
  const value = Buffer.from(JSON.stringify(record));
  const limit = { ttlSeconds, deadline: Date.now() + patienceMs };
  const result =
    standing.keyRevision === 0
      ? await storage.create(key, value, limit)
      : await storage.update(key, value, standing.keyRevision, limit);
  if (result.ok && standing.joinedRevision === 0) standing.joinedRevision = result.revision;
  // Refused: the key has expired, or an earlier write was applied although its answer was lost.
  standing.keyRevision = result.ok ? result.revision : (result.current?.revision ?? 0);
}

function parseJson(value: Uint8Array): ReplicaRecord | undefined {
  try {
    return parseReplicaRecord(JSON.parse(Buffer.from(value).toString()));
  } catch {
    return undefined;
  }
}
