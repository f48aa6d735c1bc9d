import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { startChild } from '../conformance/child.ts';
import { openEmbedded } from './open-embedded.ts';

const waiting = new URL('open-and-wait.child.ts', import.meta.url);
const formatFile = 'keelson-store.json';
const key = '/registry/pods/default/a';

describe('opening the embedded engine', () => {
  let path = '';
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'keelson-open-'));
  });
  afterEach(() => rm(path, { recursive: true }));

  const refusal = (at: string): Promise<{ code: string; message: string }> =>
    openEmbedded({ path: at }).then(
      () => ({ code: 'opened', message: '' }),
      (error: unknown) => error as { code: string; message: string },
    );

  it('makes the directory, and finds there what an earlier run wrote', async () => {
    const made = join(path, 'not', 'yet', 'there');
    const first = await openEmbedded({ path: made });
    const result = await first.create(key, Buffer.from('1'));
    await first.close();
    const second = await openEmbedded({ path: made });
    expect((await second.get(key)).entry?.revision).toBe(result.revision);
    expect(await second.currentRevision()).toBe(result.revision);
    await second.close();
  });

  it('never takes a revision twice, even when the last one was deleted and compacted', async () => {
    const first = await openEmbedded({ path });
    const { revision } = await first.create(key, Buffer.from('1'));
    const deleted = await first.delete(key, revision);
    await first.compact(deleted.revision);
    await first.close();
    const second = await openEmbedded({ path });
    expect(await second.currentRevision()).toBe(deleted.revision);
    await second.close();
  });

  it('lets keys expire over a restart', async () => {
    let now = 1_000_000;
    const first = await openEmbedded({ path, now: () => now });
    const { revision } = await first.create(key, Buffer.from('1'), { ttlSeconds: 3_600 });
    await first.close();
    now += 3_600_000;
    const second = await openEmbedded({ path, now: () => now });
    await new Promise((resolve) =>
      second.watch(second.prefix, revision, { onEvents: resolve, onEnd: () => undefined }),
    );
    expect((await second.get(key)).entry).toBeUndefined();
    await second.close();
  });

  it('refuses a directory that holds something else, and leaves it as it was', async () => {
    await writeFile(join(path, 'letters.txt'), 'dear all');
    const { code, message } = await refusal(path);
    expect(code).toBe('directoryNotOurs');
    expect(message).toContain('letters.txt');
    expect(message).toContain('--data-dir');
    expect(await readdir(path)).toEqual(['letters.txt']);
  });

  it('takes an empty disk, on which the file system keeps a directory of its own', async () => {
    await mkdir(join(path, 'lost+found'));
    await (await openEmbedded({ path })).close();
  });

  it('refuses a file', async () => {
    const file = join(path, 'file');
    await writeFile(file, '');
    expect((await refusal(file)).code).toBe('directoryNotOurs');
    expect((await refusal(join(file, 'below'))).code).toBe('directoryNotOurs');
  });

  it('refuses a newer format, and says what to do', async () => {
    const format = JSON.stringify({ engine: 'embedded', format: 2 });
    await writeFile(join(path, formatFile), format);
    const { code, message } = await refusal(path);
    expect(code).toBe('formatTooNew');
    expect(message).toMatch(/format 2.*up to 1.*newer version/s);
    expect(await readdir(path)).toEqual([formatFile]);
    expect(await readFile(join(path, formatFile), 'utf8')).toBe(format);
  });

  it.each(['', 'null', '{', '{"engine":"other","format":1}', '{"engine":"embedded"}'])(
    'refuses a format file that says %j',
    async (content) => {
      await writeFile(join(path, formatFile), content);
      expect((await refusal(path)).code).toBe('directoryNotOurs');
      expect(await readdir(path)).toEqual([formatFile]);
    },
  );

  it('refuses a data file that is no database, and leaves it as it was', async () => {
    await (await openEmbedded({ path })).close();
    const file = join(path, 'data.mdb');
    await writeFile(file, 'x'.repeat(20_000));
    const { code, message } = await refusal(path);
    expect(code).toBe('damaged');
    expect(message).toContain('copy');
    expect(await readFile(file, 'utf8')).toBe('x'.repeat(20_000));
  });

  it('refuses a directory that this process has open', async () => {
    const storage = await openEmbedded({ path });
    const { code, message } = await refusal(`${path}/.`);
    expect(code).toBe('directoryInUse');
    expect(message).toContain('this very process');
    await storage.create(key, Buffer.from('1'));
    await storage.close();
    await (await openEmbedded({ path })).close();
  });

  it('refuses a directory that another process has open, until that one is gone, however it went', async () => {
    const other = startChild(waiting, [path]);
    await other.line(/^open$/);
    const { code, message } = await refusal(path);
    expect(code).toBe('directoryInUse');
    expect(message).toContain(`process ${other.process.pid ?? ''}`);
    other.process.kill('SIGKILL');
    await other.ended;
    await (await openEmbedded({ path })).close();
  });

  // Only root can start a process as another user; for anybody else there is nothing to see here.
  const ifRoot = process.getuid?.() === 0 ? it : it.skip;
  ifRoot('refuses a directory that its user cannot write', async () => {
    const closed = join(path, 'closed');
    await mkdir(closed);
    await chmod(path, 0o755);
    await chmod(closed, 0o555);
    const child = startChild(waiting, [closed], { uid: 65_534, gid: 65_534 });
    expect(await child.line(/./)).toBe('failed directoryNotWritable');
    await chown(closed, 65_534, 65_534);
    expect(await readdir(closed)).toEqual([]);
  });
});

/** A disk of its own for a process needs a mount, which not every machine allows. */
const ifMounts = spawnSync('unshare', ['-Urm', 'true']).status === 0 ? it : it.skip;

describe('the embedded engine on a full disk', () => {
  ifMounts('fails writes with a clear code, keeps what was acknowledged, and goes on when there is room', async () => {
    const path = await mkdtemp(join(tmpdir(), 'keelson-full-'));
    const child = startChild(new URL('full-disk.child.ts', import.meta.url), [path], { diskMib: 6 });
    const { written, ...report } = JSON.parse(await child.line(/^\{/)) as Record<string, unknown>;
    expect(Number(written)).toBeGreaterThan(100);
    expect(report).toEqual({
      isOutOfSpace: true,
      isWholeWhenFull: true,
      canDeleteWhenFull: true,
      canWriteAgain: true,
      isWholeAfterwards: true,
    });
    await rm(path, { recursive: true });
  });
});
