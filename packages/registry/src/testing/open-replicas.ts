/** Two registries over one embedded store, as two replicas have; the second can be made to lag behind the first. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openEmbedded } from '@keelson/storage';
import type { Storage } from '@keelson/storage';

import { lagEvents } from './lag-events.ts';
import type { LaggingStorage } from './lag-events.ts';
import { openReplica } from './open-registry.ts';
import type { Bench } from './open-registry.ts';

export interface Replicas {
  readonly storage: Storage;
  readonly swift: Bench;
  readonly lagging: Bench;
  readonly lag: Pick<LaggingStorage, 'hold' | 'release'>;
  close(): Promise<void>;
}

export async function openReplicas(): Promise<Replicas> {
  const path = await mkdtemp(join(tmpdir(), 'keelson-replicas-'));
  const storage = await openEmbedded({ path });
  const lag = lagEvents(storage);
  const swift = await openReplica(storage);
  const lagging = await openReplica(lag.storage);
  return {
    storage,
    swift,
    lagging,
    lag,
    close: async () => {
      lag.release();
      await Promise.all([swift.close(), lagging.close()]);
      await storage.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
