/** Compacts an etcd for programs without a store of their own. */
import { hasStorageCode } from '../contract/errors.ts';
import type { RawCluster } from './raw-cluster.ts';

/** Idempotent: a second attempt, as after a lost answer, finds it compacted, which is no error. */
export async function compactCluster({ kv }: RawCluster, revision: number): Promise<void> {
  try {
    await kv((member, limit) => member.compact(revision, limit));
  } catch (error) {
    if (!hasStorageCode(error, 'compacted')) throw error;
  }
}
