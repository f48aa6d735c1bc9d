/**
 * Fills a prefix of an etcd from a backup. Revisions are spent until those of the backup are behind; then what was there
 * is deleted; then the entries are put, a hundred in a transaction; then all before is compacted, so that a client with
 * an earlier revision is told to list again.
 */
import { encodeDeleteRangeTxn, encodePutBatch } from '@keelson/etcd-client';
import type { BatchPut } from '@keelson/etcd-client';

import { ownFolderOf } from '../backup/backup-source.ts';
import type { BackupEntry, RestoreOptions, RestoreTarget } from '../backup/backup-source.ts';
import { StorageError } from '../contract/errors.ts';
import { parsePrefix } from '../contract/limits.ts';
import { compactCluster } from './compact-cluster.ts';
import { createWriteFlow } from './write-flow.ts';
import type { EtcdOptions } from './open-etcd.ts';
import { openRawCluster } from './raw-cluster.ts';
import type { RawCluster } from './raw-cluster.ts';
import { spendRevisions } from './spend-revisions.ts';
import { folderEnd } from './wire.ts';

export interface EtcdRestoreOptions extends RestoreOptions, EtcdOptions {
  readonly prefix: string;
  /** Revisions go on from those of this etcd, and may be given a second time to clients that know the backup's server. */
  readonly skipsBump?: boolean;
  /** Called while revisions are spent. */
  readonly onBump?: (done: number, all: number) => void;
}

/** etcd takes 128 operations and 1.5 MB in a transaction; a value of the largest size gets one of its own. */
const [batchEntries, batchBytes] = [100, 1_000_000];
const batchesInFlight = 16;
/** Ten minutes, as long as one waits for a restore. Half of them may be those beyond the backup. */
const mostSpent = 10_000_000;

/**
 * Rejects with `notEmpty` or, where too many revisions would be spent, with `invalidArgument` before anything is
 * changed, and as `openEtcd` does. Resolves once enough revisions are spent, and the prefix is empty.
 */
export async function openEtcdRestore(options: EtcdRestoreOptions): Promise<RestoreTarget> {
  const cluster = await openRawCluster(options);
  const prefix = parsePrefix(options.prefix);
  try {
    await checkTarget(cluster, prefix, options.replaces);
    await begin(cluster, { ...options, prefix });
    return fill(cluster, { ...options, prefix });
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function checkTarget(cluster: RawCluster, prefix: string, replaces: boolean): Promise<void> {
  const own = ownFolderOf(prefix);
  for (const folder of [`${own}elections/`, `${own}replicas/`]) {
    const [found] = (await firstIn(cluster, folder, folderEnd(folder))).entries;
    if (found === undefined) continue;
    throw new StorageError(
      'notEmpty',
      `A server is running over ${prefix} of this etcd (${found.key}). Stop all of them; ` +
        'what is left of one that died goes within 15 s.',
    );
  }
  if (replaces) return;
  for (const [from, end] of rangesBeside(prefix)) {
    const [found] = (await firstIn(cluster, from, end)).entries;
    if (found === undefined) continue;
    throw new StorageError(
      'notEmpty',
      `There is something under ${prefix} of this etcd, such as ${found.key}. Restore into an empty one, or have all ` +
        'of it deleted with --replace.',
    );
  }
}

/** All under the prefix but the folder of the servers' own work. */
function rangesBeside(prefix: string): readonly (readonly [string, Buffer])[] {
  const own = ownFolderOf(prefix);
  return [
    [prefix, Buffer.from(own)],
    [folderEnd(own).toString(), folderEnd(prefix)],
  ];
}

function firstIn({ kv }: RawCluster, from: string, end: Buffer) {
  const request = { key: Buffer.from(from), end, limit: 1 };
  return kv((member, limit) => member.range(request, limit));
}

type Filling = EtcdRestoreOptions & { readonly prefix: string };

function fill(cluster: RawCluster, options: Filling): RestoreTarget {
  const { prefix, now } = options;
  const leaseOf = createLeaseMaker(cluster, now);
  const send = (puts: readonly BatchPut[]) => {
    const txn = encodePutBatch(puts);
    return cluster.kv((member, limit) => member.send(txn, limit));
  };
  const flow = createWriteFlow(batchesInFlight);
  return {
    write: async (entries) => {
      for (const batch of batchesOf(entries.filter(({ expiresAtMs = Infinity }) => expiresAtMs > now()))) {
        const puts = await Promise.all(
          batch.map(async ({ key, value, expiresAtMs }): Promise<BatchPut> => ({
            key,
            value,
            ...(expiresAtMs !== undefined && { lease: await leaseOf(expiresAtMs) }),
          })),
        );
        await flow.add(() => send(puts));
      }
    },
    finish: async () => {
      await flow.settle();
      // One more revision than the entries have, so that a watch from any earlier revision asks for a compacted one.
      const revision = await send([{ key: `${ownFolderOf(prefix)}restored`, value: Buffer.from('{}') }]);
      await compactCluster(cluster, revision);
      return revision;
    },
    close: () => cluster.close(),
  };
}

async function begin(cluster: RawCluster, options: Filling): Promise<void> {
  const { prefix, replaces, onBump } = options;
  const count = await revisionsToSpend(cluster, options);
  // Before anything is deleted: it takes long, and whoever ends it has lost nothing.
  await spendRevisions(cluster, { key: `${ownFolderOf(prefix)}restored`, count, onSpent: onBump });
  if (!replaces) return;
  for (const [from, end] of rangesBeside(prefix)) {
    const txn = encodeDeleteRangeTxn(Buffer.from(from), end);
    await cluster.kv((member, limit) => member.send(txn, limit));
  }
}

async function revisionsToSpend(cluster: RawCluster, options: Filling): Promise<number> {
  const { prefix, backupRevision, bumpRevision, skipsBump = false } = options;
  const { revision } = await firstIn(cluster, prefix, folderEnd(prefix));
  const count = skipsBump ? 0 : Math.max(0, backupRevision + bumpRevision - revision);
  if (count <= mostSpent) return count;
  throw new StorageError(
    'invalidArgument',
    `The revisions of this etcd (${revision}) would have to be brought on by ${count} to be ${bumpRevision} beyond those ` +
      `of the backup (${backupRevision}), a write each; more than ${mostSpent} are not spent. Nothing was changed. ` +
      'Restore with --skip-revision-bump if no client of the server of before watches on, that is, if all of them, ' +
      'controllers and kubelets among them, are restarted once the restored server runs. Or restore a snapshot of ' +
      'etcd with etcdutl snapshot restore --bump-revision --mark-compacted, if the backup is from one.',
  );
}

function* batchesOf(entries: readonly BackupEntry[]): Generator<readonly BackupEntry[]> {
  let [batch, size]: [BackupEntry[], number] = [[], 0];
  for (const entry of entries) {
    const bytes = entry.value.byteLength + entry.key.length;
    if (batch.length > 0 && (batch.length >= batchEntries || size + bytes > batchBytes)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(entry);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** A lease lives longer than its keys should, so that it is there when the last of them is put. */
const spareSeconds = 60;

/** Keys that expire within the same minute share a lease, as in a running server. */
function createLeaseMaker({ kv }: RawCluster, now: () => number): (expiresAtMs: number) => Promise<string> {
  const leases = new Map<number, Promise<string>>();
  return (expiresAtMs) => {
    const minute = Math.ceil(expiresAtMs / 60_000);
    const ttlSeconds = Math.max(0, Math.ceil((minute * 60_000 - now()) / 1_000)) + spareSeconds;
    const lease = leases.get(minute) ?? kv(({ leases: granting }, limit) => granting.grant(ttlSeconds, limit));
    leases.set(minute, lease);
    return lease;
  };
}
