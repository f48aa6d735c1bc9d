import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { recordWatch } from '../conformance/index.ts';
import { compactionMarkerKey, parseCompactionMarker, startCompactor } from './compactor.ts';
import type { Storage } from '../contract/storage.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { StorageError } from '../contract/errors.ts';

/** Never reached: the tests beat by hand. */
const intervalMs = 1_000_000;

describe('the compactor', () => {
  let path = '';
  let storage: Storage;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'keelson-compactor-'));
    storage = await openEmbedded({ path });
  });
  afterEach(async () => {
    await storage.close();
    await rm(path, { recursive: true });
  });

  let keys = 0;
  const writeSome = async (): Promise<number> => {
    keys += 1;
    return (await storage.create(`${storage.prefix}pods/${keys}`, Buffer.from('1'))).revision;
  };

  it('compacts to what was newest one beat ago, so that history is kept for an interval', async () => {
    const first = await writeSome();
    const compactor = startCompactor({ storage, intervalMs });
    await compactor.close();
    await writeSome();
    expect(await compactor.beat()).toBe(first);
    expect((await storage.status()).compactedRevision).toBe(first);
    const third = await writeSome();
    const secondTarget = (await compactor.beat()) ?? 0;
    expect(secondTarget).toBeGreaterThan(first);
    expect(secondTarget).toBeLessThan(third);
  });

  it('leaves it to the replica that was first, and takes over when that one is gone', async () => {
    const first = startCompactor({ storage, intervalMs });
    const second = startCompactor({ storage, intervalMs });
    await Promise.all([first.close(), second.close()]);
    for (let round = 0; round < 3; round += 1) {
      await writeSome();
      expect(await first.beat()).toBeDefined();
      expect(await second.beat()).toBeUndefined();
    }
    expect(await second.beat()).toBeDefined();
  });

  it('lets one through when two beat at the same moment', async () => {
    const compactors = [0, 1, 2].map(() => startCompactor({ storage, intervalMs }));
    await Promise.all(compactors.map((compactor) => compactor.close()));
    const targets = await Promise.all(compactors.map((compactor) => compactor.beat()));
    expect(targets.filter((target) => target !== undefined)).toHaveLength(1);
  });

  it('begins anew over a store that was restored to before its last beat', async () => {
    await writeSome();
    let back = 0;
    const restored = {
      ...storage,
      get: async (key: string) => {
        const got = await storage.get(key);
        return { ...got, revision: got.revision - back };
      },
    };
    const compactor = startCompactor({ storage: restored, intervalMs });
    await compactor.close();
    back = 1;
    expect(await compactor.beat()).toBeUndefined();
    expect((await storage.get(compactionMarkerKey(storage.prefix))).entry).toBeUndefined();
    expect(await compactor.beat()).toBeDefined();
  });

  it('tells everyone who watches the prefix what was compacted', async () => {
    const first = await writeSome();
    const compactor = startCompactor({ storage, intervalMs });
    await compactor.close();
    const recording = recordWatch(storage, storage.prefix, first);
    await compactor.beat();
    await recording.reach(1);
    expect(recording.events[0]?.key).toBe(compactionMarkerKey(storage.prefix));
    expect(parseCompactionMarker(recording.events[0]?.value ?? Buffer.of())).toBe(first);
  });

  it.each(['', '{}', 'null', '{"revision":-1}', '{"revision":"7"}', '{"revision":1.5}'])(
    'takes %j for no marker',
    (content) => {
      expect(parseCompactionMarker(Buffer.from(content))).toBeUndefined();
    },
  );

  it('compacts a store that is full, though it takes no marker', async () => {
    const full = (): Promise<never> => Promise.reject(new StorageError('outOfSpace', 'full'));
    const first = await writeSome();
    const { prefix, get, compact } = storage;
    const compactor = startCompactor({ storage: { prefix, get, compact, create: full, update: full }, intervalMs });
    await compactor.close();
    const second = await writeSome();
    expect(await compactor.beat()).toBe(first);
    expect(await compactor.beat()).toBe(second);
    expect((await storage.status()).compactedRevision).toBe(second);
  });
});
