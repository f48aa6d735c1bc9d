/** Finds the first key of a whole etcd, whatever its prefix. For programs that look at a store, beside its servers. */
import { isStorageError } from '../contract/errors.ts';
import { isPermissionDenied } from './failure.ts';
import type { EtcdOptions } from './open-etcd.ts';
import { openRawCluster } from './raw-cluster.ts';

/** `hidden`: the user of etcd may not read all keys. */
export type FirstKey =
  { readonly kind: 'none' } | { readonly kind: 'hidden' } | { readonly kind: 'found'; readonly key: string };

/** As etcd has it: from the smallest key on, without an end. */
const wholeStore = { key: Buffer.of(0), range_end: Buffer.of(0) };

/** Rejects as `openEtcd` does. Writes nothing. */
export async function findFirstKey(options: EtcdOptions): Promise<FirstKey> {
  const cluster = await openRawCluster(options);
  const request = { ...wholeStore, limit: 1, keys_only: true };
  try {
    const { kvs } = await cluster.client((member, call) => member.kv.range(request, call));
    const [first] = kvs;
    return first === undefined ? { kind: 'none' } : { kind: 'found', key: String(first.key) };
  } catch (error) {
    if (isStorageError(error) && isPermissionDenied(error.cause)) return { kind: 'hidden' };
    throw error;
  } finally {
    await cluster.close();
  }
}
