/** Finds the keys of a folder of etcd that have no time to live. For programs that look at a store, beside its servers. */
import type { EtcdOptions } from './open-etcd.ts';
import { openRawCluster } from './raw-cluster.ts';
import { folderEnd } from './wire.ts';

/** `folder` ends with a slash; its keys are held in memory. Rejects as `openEtcd` does. Writes nothing. */
export async function findPermanentKeys(options: EtcdOptions, folder: string): Promise<ReadonlySet<string>> {
  const cluster = await openRawCluster(options);
  try {
    const request = { key: Buffer.from(folder), range_end: folderEnd(folder), keys_only: true };
    const { kvs } = await cluster.client((member, call) => member.kv.range(request, call));
    return new Set(kvs.filter(({ lease }) => lease === '0').map(({ key }) => String(key)));
  } finally {
    await cluster.close();
  }
}
