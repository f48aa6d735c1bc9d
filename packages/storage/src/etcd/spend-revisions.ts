/** Brings the revision of an etcd on. Nothing tells etcd to begin at a later one, so that each costs a small write. */
import { encodePut } from '@keelson/etcd-client';

import { compactCluster } from './compact-cluster.ts';
import { createWriteFlow } from './write-flow.ts';
import type { RawCluster } from './raw-cluster.ts';

export interface SpendingOptions {
  /** Written again and again, and left there. */
  readonly key: string;
  readonly count: number;
  /** Called now and then. */
  readonly onSpent?: ((done: number, all: number) => void) | undefined;
  /** All revisions before are compacted after so many writes: their history would fill the quota of etcd. */
  readonly compactEvery?: number;
}

const writesInFlight = 500;

export async function spendRevisions(cluster: RawCluster, options: SpendingOptions): Promise<void> {
  const { key, count, onSpent, compactEvery = 100_000 } = options;
  const flow = createWriteFlow(writesInFlight);
  const request = encodePut({ key, value: Buffer.from('{}') });
  let newest = 0;
  const spend = async (): Promise<void> => {
    const revision = await cluster.kv((member, limit) => member.put(request, limit));
    newest = Math.max(newest, revision);
  };
  for (let done = 0; done < count; done += 1) {
    if (done % writesInFlight === 0) onSpent?.(done, count);
    if (done > 0 && done % compactEvery === 0) {
      await flow.settle();
      await compactCluster(cluster, newest);
    }
    await flow.add(spend);
  }
  await flow.settle();
}
