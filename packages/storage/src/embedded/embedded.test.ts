import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runConformance } from '../conformance/index.ts';
import { openEmbedded } from './open-embedded.ts';

runConformance('the embedded engine', async () => {
  const path = await mkdtemp(join(tmpdir(), 'keelson-embedded-'));
  const storage = await openEmbedded({ path });
  return {
    storage,
    peer: storage,
    close: async () => {
      await storage.close();
      await rm(path, { recursive: true });
    },
  };
});
