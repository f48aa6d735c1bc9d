/** An etcd that is restored from a backup while it is in use: whoever watches is told, and nobody else is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { startEtcd, until } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { recordWatch } from '../conformance/index.ts';
import type { Recording } from '../conformance/index.ts';
import type { Storage } from '../contract/storage.ts';
import { openEtcdBackup } from './backup-etcd.ts';
import { openEtcd } from './open-etcd.ts';

const folder = '/registry/things/';
const value = Buffer.from('{}');
const keyOf = (name: string): string => `${folder}${name}`;

let directory: string;
let cluster: EtcdCluster;
let storage: Storage;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keelson-backup-'));
});
afterEach(async () => {
  await storage.close();
  await cluster.close();
  await rm(directory, { recursive: true });
});

const backup = (): string => join(directory, 'backup.db');

async function open(members: number): Promise<void> {
  cluster = await startEtcd({ members, isTls: false });
  storage = await openEtcd({ endpoints: cluster.urls });
  await until(() => storage.create(keyOf('ready'), value).then(Boolean, () => false));
}

async function write(store: Storage, names: readonly string[]): Promise<number> {
  let revision = 0;
  for (const name of names) ({ revision } = await store.create(keyOf(name), value));
  return revision;
}

const codes = ({ ended }: Recording): readonly string[] => ended.map(({ code }) => code);

/** Watches, and has seen all that was written. */
async function watchAll(): Promise<Recording> {
  const recording = recordWatch(storage, '/registry/', 1);
  const { entries } = await storage.range('/registry/');
  const newest = Math.max(...entries.map(({ revision }) => revision));
  await until(() => recording.events.at(-1)?.revision === newest);
  return recording;
}

describe.each([
  ['one member', 1],
  ['three members', 3],
])('an etcd of %s that is restored from a backup', (_name, members) => {
  it('ends every watch by itself, and shows what it holds now', async () => {
    await open(members);
    const kept = await write(storage, ['a', 'b']);
    await cluster.saveSnapshot(backup());
    const last = await write(storage, ['c', 'd', 'e']);
    const quiet = recordWatch(storage, '/registry/quiet/', last);
    const recording = await watchAll();
    await cluster.restoreSnapshot(backup());
    await until(() => codes(recording).length > 0 && codes(quiet).length > 0);
    expect([codes(recording), codes(quiet)]).toEqual([['historyRestarted'], ['historyRestarted']]);
    expect(recording.ended[0]?.lastRevision).toBe(last);
    expect(await storage.currentRevision()).toBe(kept);
    expect((await storage.range(folder)).entries.map(({ key }) => key)).toEqual(['a', 'b', 'ready'].map(keyOf));
    const anew = recordWatch(storage, folder, kept);
    const written = await write(storage, ['f']);
    await anew.reach(1);
    expect(anew.events.map(({ key, revision }) => [key, revision])).toEqual([[keyOf('f'), written]]);
    expect(anew.ended).toEqual([]);
  });
});

describe('an etcd that is restored from a backup', () => {
  it('is found out by the answer to a read before whoever asked has it', async () => {
    await open(1);
    await cluster.saveSnapshot(backup());
    await write(storage, ['c', 'd', 'e']);
    const recording = await watchAll();
    await cluster.restoreSnapshot(backup());
    await storage.get(keyOf('c'));
    expect(codes(recording)).toEqual(['historyRestarted']);
  });

  it('ends a backup that was begun before', async () => {
    await open(1);
    await cluster.saveSnapshot(backup());
    const names = Array.from({ length: 300 }, (_, n) => `many-${n}`);
    await Promise.all(names.map((name) => storage.create(keyOf(name), value)));
    const source = await openEtcdBackup({ endpoints: cluster.urls });
    const pages = source.pages()[Symbol.asyncIterator]();
    expect((await pages.next()).done).toBe(false);
    await cluster.restoreSnapshot(backup(), { token: 'another' });
    await until(() => storage.create(keyOf('again'), value).then(Boolean, () => false));
    // The revision of the backup is reached by others.
    await Promise.all([...names, 'one-more'].map((name) => storage.create(keyOf(name), value)));
    await expect(pages.next()).rejects.toMatchObject({ code: 'historyRestarted' });
    await source.close();
  });

  it('is found out by a write that gets a revision which was taken', async () => {
    await open(1);
    await cluster.saveSnapshot(backup());
    await write(storage, ['c']);
    const recording = await watchAll();
    await cluster.restoreSnapshot(backup());
    await until(() => storage.create(keyOf('x'), value).then(Boolean, () => false));
    expect(codes(recording)).toEqual(['historyRestarted']);
  });

  it.each([
    ['with things written', (unseen: Storage) => write(unseen, ['v', 'w', 'x', 'y', 'z'])],
    [
      'with others of its keys written',
      async (unseen: Storage) => {
        const { entry } = await unseen.get(keyOf('ready'));
        let revision = entry?.revision ?? 0;
        for (let n = 0; n < 5; n += 1)
          ({ revision } = await unseen.update(keyOf('ready'), Buffer.from(`${n}`), revision));
        return revision;
      },
    ],
  ])('is found out though it has come past what was known, %s', async (_name, writeUnseen) => {
    await open(1);
    await cluster.saveSnapshot(backup());
    const last = await write(storage, ['c', 'd']);
    const recording = await watchAll();
    await cluster.restoreSnapshot(backup(), {
      meanwhile: async (urls) => {
        const unseen = await openEtcd({ endpoints: urls });
        await writeUnseen(unseen);
        expect(await unseen.currentRevision()).toBeGreaterThan(last);
        await unseen.close();
      },
    });
    // Values that this process writes there before its watch is back must not count as known.
    await until(() => storage.create(keyOf('mine'), value).then(Boolean, () => false));
    await until(() => codes(recording).length > 0);
    expect(codes(recording)).toEqual(['historyRestarted']);
    expect(recording.events.at(-1)?.revision).toBe(last);
  });

  it('is found out though the last thing that was known is a deletion, and nothing was lost but that', async () => {
    await open(1);
    const doomed = await write(storage, ['doomed']);
    await cluster.saveSnapshot(backup());
    await storage.delete(keyOf('doomed'), doomed);
    const recording = recordWatch(storage, '/registry/', doomed);
    await recording.reach(1);
    await cluster.restoreSnapshot(backup(), {
      meanwhile: async (urls) => {
        const unseen = await openEtcd({ endpoints: urls });
        await write(unseen, ['x', 'y']);
        await unseen.close();
      },
    });
    await until(() => codes(recording).length > 0);
    expect(codes(recording)).toEqual(['historyRestarted']);
  });

  it.each([1, 3])('is found out by the id of the cluster of %i though nothing was lost', async (members) => {
    await open(members);
    const recording = await watchAll();
    await cluster.saveSnapshot(backup());
    await cluster.restoreSnapshot(backup(), { token: 'another' });
    await until(() => codes(recording).length > 0);
    expect(recording.ended[0]?.message).toContain('cluster id');
    await until(() => storage.create(keyOf('again'), value).then(Boolean, () => false));
    expect((await storage.status()).alarms).toEqual([]);
  });

  it('is no other history when it was only stopped for a while', async () => {
    await open(1);
    const recording = await watchAll();
    const [member] = cluster.members;
    for (let round = 0; round < 3; round += 1) {
      await member?.kill();
      member?.start();
      await until(() => storage.create(keyOf(`n${round}`), value).then(Boolean, () => false));
    }
    await until(() => recording.events.at(-1)?.key === keyOf('n2'));
    expect(recording.ended).toEqual([]);
  });
});
