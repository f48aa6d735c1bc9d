/** Reads everything under a prefix of an etcd for a backup: page by page at one revision, beside the servers over it. */
import { ownFolderOf, type BackupEntry, type BackupSource } from '../backup/backup-source.ts';
import { isPermissionDenied } from './failure.ts';
import { openEtcd, type EtcdOptions } from './open-etcd.ts';
import { openRawCluster, type RawCluster } from './raw-cluster.ts';
import { folderEnd, startAbove } from './wire.ts';

const [firstPageEntries, mostPageEntries] = [200, 20_000];
/** A link of 20 Mbit/s carries it within the time limit of a read. */
const pageBytes = 4_000_000;
/** Leases are read one by one, and a cluster with many events has thousands. */
const leasesAtOnce = 64;

/** Rejects as `openEtcd` does. Writes nothing. */
export async function openEtcdBackup(options: EtcdOptions): Promise<BackupSource> {
  const storage = await openEtcd(options);
  const cluster = await openRawCluster(options);
  const close = async (): Promise<void> => {
    await cluster.close();
    await storage.close();
  };
  try {
    const { prefix } = storage;
    // A key of the revision may be deleted, or have expired, by the time its page is read: no lease names it then.
    const before = await readExpiries(cluster, prefix);
    const { engine, revision } = await storage.status();
    const pages = async function* () {
      const expiries = new Map([...before, ...(await readExpiries(cluster, prefix))]);
      yield* pagesOf(cluster, { prefix, revision, expiries });
    };
    return { engine, revision, prefix, pages, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Reading {
  readonly prefix: string;
  readonly revision: number;
  readonly expiries: ReadonlyMap<string, number>;
}

/** A page is one request: etcd 3.4 counts all keys of the rest for each, so that few large ones are cheap. */
async function* pagesOf(
  cluster: RawCluster,
  { prefix, revision, expiries }: Reading,
): AsyncGenerator<readonly BackupEntry[]> {
  const own = ownFolderOf(prefix);
  const end = folderEnd(prefix);
  let key: Uint8Array = Buffer.from(prefix);
  let limit = firstPageEntries;
  for (;;) {
    const { entries, more } = await cluster.page({ key, end, limit, revision });
    const page: BackupEntry[] = [];
    let size = 1;
    for (const { key: name, value, revision: at } of entries) {
      size += value.byteLength;
      if (name.startsWith(own)) continue;
      page.push({ key: name, value, revision: at, expiresAtMs: expiries.get(name) });
    }
    yield page;
    const last = entries.at(-1);
    if (!more || last === undefined) return;
    key = startAbove(last.key);
    limit = Math.min(Math.max(1, Math.ceil((pageBytes * entries.length) / size)), mostPageEntries);
  }
}

/**
 * With users, etcd shows a lease only to a user who may read all of its keys. Leases of Keelson hold keys below its prefix
 * alone, so that a lease which is refused is one of others.
 */
function skipRefused(error: unknown): undefined {
  if (!isPermissionDenied(error)) throw error;
}

/** Expiries by key, as of now. A key that was written before or after the revision of the backup may have another one. */
async function readExpiries({ client }: RawCluster, prefix: string): Promise<ReadonlyMap<string, number>> {
  const expiries = new Map<string, number>();
  const { leases } = await client((member, call) => member.leaseClient.leaseLeases(call));
  const readLease = async (ID: (typeof leases)[number]['ID']): Promise<void> => {
    const request = { ID, keys: true };
    const read = await client((member, call) => member.leaseClient.leaseTimeToLive(request, call)).catch(skipRefused);
    if (read === undefined) return;
    const { TTL, keys } = read;
    const expiresAtMs = Date.now() + Math.max(Number(TTL), 0) * 1_000;
    for (const key of keys.map(String)) if (key.startsWith(prefix)) expiries.set(key, expiresAtMs);
  };
  for (let at = 0; at < leases.length; at += leasesAtOnce) {
    await Promise.all(leases.slice(at, at + leasesAtOnce).map(({ ID }) => readLease(ID)));
  }
  return expiries;
}
