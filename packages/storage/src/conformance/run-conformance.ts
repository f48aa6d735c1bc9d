/**
 * The suite that every engine runs: what the contract promises, as tests. It
 * knows the contract alone.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Storage } from '../contract/storage.ts';
import { describeAccompanying } from './accompanying.ts';
import { describeComparing } from './comparing.ts';
import { describeCompaction } from './compaction.ts';
import type { Bench, EngineUnderTest, OpenEngine } from './engine.ts';
import { expectCode, put, recordWatch } from './engine.ts';
import { describeElecting } from './electing.ts';
import { describeExpiring } from './expiring.ts';
import { checkLinearizable } from './linearizability.ts';
import { runLoad } from './random-history.ts';
import type { Door } from './random-history.ts';
import { describeReading } from './reading.ts';
import { describeRefusing } from './refusing.ts';
import { describeWatching } from './watching.ts';
import { describeWriting } from './writing.ts';

const openTimeoutMs = 90_000;

export function runConformance(name: string, open: OpenEngine): void {
  describe(`the storage contract, kept by ${name}`, () => {
    let opened: EngineUnderTest | undefined;
    let folders = 0;
    const bench: Bench = {
      engine: () => {
        if (opened === undefined) throw new Error('the engine did not open');
        return opened;
      },
      newFolder: () => {
        folders += 1;
        return `${bench.engine().storage.prefix}t${folders}/`;
      },
    };

    beforeAll(async () => {
      opened = await open();
    }, openTimeoutMs);
    afterAll(async () => {
      await opened?.close();
    }, openTimeoutMs);

    describeReading(bench);
    describeWriting(bench);
    describeComparing(bench);
    describeAccompanying(bench);
    describeWatching(bench);
    describeCompaction(bench);
    describeExpiring(bench);
    describeElecting(bench);
    describeRefusing(bench);
    describeTogether(bench);
  });

  describeClosing(name, open);
}

function describeClosing(name: string, open: OpenEngine): void {
  describe(`closing ${name}`, () => {
    it('ends watches, and refuses what comes afterwards', async () => {
      const { storage, close } = await open();
      const recording = recordWatch(storage, storage.prefix, 0);
      await storage.close();
      await recording.reach(1);
      expect(recording.ended).toMatchObject([{ code: 'closed' }]);
      await expectCode(storage.get(`${storage.prefix}a`), 'closed');
      await expectCode(storage.create(`${storage.prefix}a`, Buffer.from('1')), 'closed');
      await storage.close();
      await close();
    });

    it('ends leaderships and campaigns', async () => {
      const { storage, close } = await open();
      const leadership = await storage.elections.campaign('closing', { identity: 'leader' });
      const waiting = storage.elections.campaign('closing', { identity: 'waiting' });
      waiting.catch(() => undefined);
      await storage.close();
      expect([leadership.signal.aborted, leadership.isCurrent()]).toEqual([true, false]);
      await expectCode(waiting, 'closed');
      await expectCode(storage.elections.campaign('closing', { identity: 'late' }), 'closed');
      await close();
    });

    it('settles the writes under way first', async () => {
      const { storage, close } = await open();
      const writing = Array.from({ length: 50 }, (_, index) => put(storage, `${storage.prefix}${index}`, '1'));
      await storage.close();
      expect(new Set(await Promise.all(writing)).size).toBe(50);
      await close();
    });
  });
}

const operations = 3_000;

export function doorTo(storage: Storage): Door {
  return {
    get: async (key) => (await storage.get(key)).entry,
    create: (key, value) => storage.create(key, value),
    update: (key, value, revision) => storage.update(key, value, revision),
    delete: (key, revision) => storage.delete(key, revision),
  };
}

function describeTogether({ engine, newFolder }: Bench): void {
  describe('all of it together', () => {
    it(`is linearizable over ${operations} operations of 12 clients through two replicas`, async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const history = await runLoad({
        doors: [doorTo(storage), doorTo(peer)],
        keys: ['a', 'b', 'c', 'd'].map((name) => `${folder}${name}`),
        clients: 12,
        goesOn: (soFar) => soFar < operations,
        random: Math.random,
        pause: () => Promise.resolve(),
      });
      expect(history.length).toBeGreaterThanOrEqual(operations);
      expect(checkLinearizable(history)).toEqual({ ok: true });
    });
  });
}
