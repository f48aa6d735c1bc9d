import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { isUnreadable, openEmbedded } from '@keelson/storage';
import type { Storage } from '@keelson/storage';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

const exec = promisify(execFile);
const reader = join(import.meta.dirname, '..', '..', '..', '..', 'test-e2e', 'support', 'read-backup.py');

let home: string;
let file: string;
const open: Storage[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'keelson-backup-'));
  file = join(home, 'a.backup');
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await rm(home, { recursive: true });
});

async function keelson(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await run(args, terminal);
  return { code, out: terminal.out(), bytes: terminal.outBytes(), errors: terminal.errors() };
}

async function openStore(name = 'data'): Promise<Storage> {
  const storage = await openEmbedded({ path: join(home, name, 'store') });
  open.push(storage);
  return storage;
}

async function closeAll(): Promise<void> {
  for (const each of open.splice(0)) await each.close();
}

const dataDir = (name = 'data') => ['--data-dir', join(home, name)];
const keyOf = (name: string) => `/registry/things/default/${name}`;
/** Bytes that are no text in any encoding, like those of encrypted values. */
const valueOf = (name: string) => Buffer.from([0, 255, 10, ...Buffer.from(name)]);

/** Returns the revision. The store is closed then, as the server of a store that is read is another process. */
async function fillStore(): Promise<number> {
  const storage = await openStore();
  for (const name of ['a', 'b', 'é', 'gone']) await storage.create(keyOf(name), valueOf(name));
  const { entry } = await storage.get(keyOf('gone'));
  await storage.delete(keyOf('gone'), entry?.revision ?? 0);
  await storage.create('/registry/events/x', valueOf('x'), { ttlSeconds: 3_600 });
  await storage.create('/registry/events/short', valueOf('short'), { ttlSeconds: 0.05 });
  await storage.create('/registry/.keelson/compacted', Buffer.from('{}'));
  const revision = await storage.currentRevision();
  await closeAll();
  return revision;
}

async function content(storage: Storage) {
  const { entries } = await storage.range('/registry/');
  return entries
    .filter(({ key }) => key !== '/registry/events/short')
    .map(({ key, value }) => [key, isUnreadable(value) ? value : Buffer.from(value).toString('hex')]);
}

const kept = ['a', 'b', 'é'].map((name) => [keyOf(name), valueOf(name).toString('hex')]);
const expected = [['/registry/events/x', valueOf('x').toString('hex')], ...kept];

describe('keelson backup', () => {
  it('writes a store at one revision, and verify finds it whole', async () => {
    const revision = await fillStore();
    const made = await keelson('backup', file, ...dataDir());
    expect([made.code, made.errors]).toEqual([0, expect.stringContaining(`revision ${revision} of embedded`)]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const verified = await keelson('verify', file, '-o', 'json');
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.out)).toMatchObject({ revision, engine: 'embedded', prefix: '/registry/', format: 1 });
  });

  it('is read by a program of another language, value by value', async () => {
    const revision = await fillStore();
    await keelson('backup', file, ...dataDir());
    const { stdout } = await exec('python3', [reader, file]);
    const [head, ...rows] = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(head).toMatchObject({ revision });
    const { entry } = await (await openStore()).get(keyOf('b'));
    const row = { key: keyOf('b'), value: valueOf('b').toString('base64'), revision: entry?.revision, expiry: 0 };
    expect(rows).toContainEqual(row);
    const expiring: unknown = expect.objectContaining({ key: '/registry/events/x', expiry: expect.any(Number) });
    expect(rows).toContainEqual(expiring);
    expect(rows.some((each) => JSON.stringify(each).includes('.keelson'))).toBe(false);
  });

  it('goes to standard output as to a file', async () => {
    await fillStore();
    const { code, bytes } = await keelson('backup', '-', ...dataDir());
    expect(code).toBe(0);
    await writeFile(file, bytes);
    expect((await keelson('verify', file)).code).toBe(0);
  });

  it('refuses a directory that holds no store, and leaves no file', async () => {
    const { code, errors } = await keelson('backup', file, ...dataDir('nothing'));
    expect([code, errors]).toEqual([1, expect.stringContaining('holds no embedded store')]);
    expect(await readdir(home)).toEqual([]);
  });

  it('refuses the directory of a newer version', async () => {
    await fillStore();
    await writeFile(
      join(home, 'data', 'store', 'keelson-store.json'),
      '{"engine":"embedded","format":2,"hasData":true}',
    );
    const { code, errors } = await keelson('backup', file, ...dataDir());
    expect([code, errors]).toEqual([1, expect.stringContaining('has format 2')]);
  });

  it('refuses a damaged store rather than write what it cannot read', async () => {
    await fillStore();
    await writeFile(join(home, 'data', 'store', 'data.mdb'), Buffer.alloc(4_096));
    const { code, errors } = await keelson('backup', file, ...dataDir());
    expect([code, errors]).toEqual([1, expect.stringContaining('damaged')]);
  });
});

describe('keelson restore', () => {
  it('makes a store with the same content, with revisions beyond all earlier ones', async () => {
    const revision = await fillStore();
    await keelson('backup', file, ...dataDir());
    const { code, errors } = await keelson('restore', file, ...dataDir('other'));
    expect([code, errors]).toEqual([0, expect.stringContaining('restored at revision')]);
    expect(errors).toContain(`1000000 revisions are skipped after ${revision}, that of the backup of 20`);
    const after = await openStore('other');
    expect(await content(after)).toEqual(expected);
    const restored = await after.currentRevision();
    expect(restored).toBeGreaterThan(revision + 1_000_000);
    // A watch from an earlier revision is told to list again.
    const ended = await new Promise((resolve) => {
      after.watch('/registry/things/', revision, { onEvents: () => undefined, onEnd: ({ code: why }) => resolve(why) });
    });
    expect(ended).toBe('compacted');
    const written = await after.create(keyOf('new'), valueOf('new'));
    expect(written).toEqual({ ok: true, revision: restored + 1 });
    // Keys keep their time to live.
    await after.compact(restored + 1);
    expect((await after.get('/registry/events/x')).entry).toBeDefined();
  });

  it('skips as many revisions as it is told', async () => {
    const revision = await fillStore();
    await keelson('backup', file, ...dataDir());
    const { errors } = await keelson('restore', file, ...dataDir('other'), '--bump-revision', '2000');
    expect(errors).toContain(`2000 revisions are skipped after ${revision}, that of`);
    const restored = await (await openStore('other')).currentRevision();
    expect([restored >= revision + 2_000, restored < revision + 3_000]).toEqual([true, true]);
  });

  it('lets keys expire when they would have', async () => {
    const storage = await openStore();
    await storage.create('/registry/events/y', valueOf('y'), { ttlSeconds: 1.5 });
    await closeAll();
    await keelson('backup', file, ...dataDir());
    await keelson('restore', file, ...dataDir('other'));
    const after = await openStore('other');
    await new Promise<void>((resolve) => {
      const onEvents = (): void => resolve();
      void after.currentRevision().then((at) => after.watch('/registry/', at, { onEvents, onEnd: () => undefined }));
    });
    expect((await after.get('/registry/events/y')).entry).toBeUndefined();
  });

  it('refuses a store that holds something, and puts it aside if told', async () => {
    await fillStore();
    await keelson('backup', file, ...dataDir());
    await openStore();
    const inUse = await keelson('restore', file, ...dataDir(), '--replace');
    expect([inUse.code, inUse.errors]).toEqual([1, expect.stringContaining('in use by')]);
    const lost = await openStore('lost');
    await lost.create(keyOf('other'), valueOf('other'));
    await closeAll();
    const refused = await keelson('restore', file, ...dataDir('lost'));
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('holds a store')]);
    expect((await keelson('restore', file, ...dataDir('lost'), '--replace')).code).toBe(0);
    expect(await content(await openStore('lost'))).toEqual(expected);
    const aside = (await readdir(join(home, 'lost'))).filter((name) => name.startsWith('store.before-'));
    expect(aside).toHaveLength(1);
  });

  it('puts a damaged store aside, which it never opens', async () => {
    await fillStore();
    await keelson('backup', file, ...dataDir());
    const data = join(home, 'data', 'store', 'data.mdb');
    await writeFile(data, Buffer.alloc(20_000, 'x'));
    expect((await keelson('restore', file, ...dataDir(), '--replace')).errors).toContain('restored at revision');
    expect(await content(await openStore())).toEqual(expected);
    const aside = (await readdir(join(home, 'data'))).filter((name) => name.startsWith('store.before-'));
    expect(aside).toHaveLength(1);
    expect(await readFile(join(home, 'data', aside[0] ?? '', 'data.mdb'))).toEqual(Buffer.alloc(20_000, 'x'));
  });

  it.each(['store.before-2026-01-01T00-00-00.000Z', 'store.restoring'])(
    'leaves no empty store to be made beside %s, if it was cut short between its renames',
    async (left) => {
      await fillStore();
      await keelson('backup', file, ...dataDir());
      await rename(join(home, 'data', 'store'), join(home, 'data', left));
      await expect(openStore()).rejects.toThrow(`is gone, beside ${left}: a restore was cut short`);
      expect(await readdir(join(home, 'data'))).toEqual([left]);
      expect((await keelson('restore', file, ...dataDir())).code).toBe(0);
      expect(await content(await openStore())).toEqual(expected);
    },
  );

  const faults: readonly (readonly [string, (bytes: Buffer) => Buffer, string])[] = [
    ['was cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2), 'cut off'],
    ['lacks its end', (bytes) => bytes.subarray(0, bytes.indexOf('DONE')), 'cut off after 5 entries'],
    ['lacks its last byte', (bytes) => bytes.subarray(0, -1), 'cut off'],
    ['was altered in a value', (bytes) => flip(bytes, bytes.indexOf('/things/') + 20), 'was altered'],
    ['was altered in a length', (bytes) => flip(bytes, bytes.indexOf('DATA') + 4), 'cut off'],
    ['was altered in a checksum', (bytes) => flip(bytes, bytes.indexOf('DONE') - 1), 'was altered'],
    ['goes on after its end', (bytes) => Buffer.concat([bytes, bytes.subarray(17)]), 'goes on after its end'],
    ['lacks a part', withoutData, 'parts of it are missing'],
    ['is no backup', () => Buffer.from('apiVersion: v1\nkind: List\n'), 'does not begin as one'],
    ['is empty', () => Buffer.alloc(0), 'does not begin as one'],
    [
      'is of a newer format',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('BACKUP 1', 'BACKUP 2'), 'latin1'),
      'has format 2',
    ],
  ];

  it.each(faults)('refuses a backup that %s, before anything is made', async (_name, change, message) => {
    await fillStore();
    await keelson('backup', file, ...dataDir());
    await writeFile(file, change(await readFile(file)));
    for (const command of [
      ['verify', file],
      ['restore', file, ...dataDir('other')],
    ]) {
      const { code, errors } = await keelson(...command);
      expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
    }
    expect((await readdir(home)).sort()).toEqual(['a.backup', 'data']);
  });

  it.each([
    [['backup'], 'name one file'],
    [['backup', 'x', '--etcd-cafile', 'y'], '--etcd-cafile needs --etcd-servers'],
    [['restore', 'x', '--bump-revision', '-1'], '--bump-revision'],
    [['restore', 'x', '--skip-revision-bump'], '--skip-revision-bump needs --etcd-servers'],
    [['restore', 'x', '--skip-revision-bump', '--bump-revision', '1'], 'exclude each other'],
    [['restore', 'x', '--etcd-servers', 'http://x', '--data-dir', 'y'], 'name one store'],
    [['verify', 'x', '-o', 'yaml'], '-o is text or json'],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await keelson(...args);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });

  it('can be repeated after it was cut short', async () => {
    await fillStore();
    await keelson('backup', file, ...dataDir());
    const leftover = await openEmbedded({ path: join(home, 'other', 'store.restoring') });
    await leftover.create(keyOf('left'), valueOf('left'));
    await leftover.close();
    await copyFile(file, join(home, 'b.backup'));
    expect((await keelson('restore', join(home, 'b.backup'), ...dataDir('other'))).code).toBe(0);
    expect(await content(await openStore('other'))).toEqual(expected);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

function withoutData(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes.indexOf('DATA')), bytes.subarray(bytes.indexOf('DONE'))]);
}
