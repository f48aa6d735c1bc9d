import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { startChild } from '../conformance/child.ts';
import { openEmbedded } from './open-embedded.ts';
import { openEmbeddedRestore } from './restore-embedded.ts';

const waiting = new URL('open-and-wait.child.ts', import.meta.url);

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keelson-restore-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** In its place, so that a process that has it open sees it. */
async function damage(path: string): Promise<void> {
  const file = await open(join(path, 'data.mdb'), 'r+');
  await file.write(Buffer.alloc(200, 'x'), 0, 200, 0);
  await file.close();
}

const replace = (path: string) =>
  openEmbeddedRestore({ path, backupRevision: 1, bumpRevision: 1, replaces: true, now: Date.now });

// Linux alone lists the locks of other processes.
const ifLinux = process.platform === 'linux' ? it : it.skip;
ifLinux('refuses to replace a damaged store that another process serves from, until that one is gone', async () => {
  const path = join(directory, 'store');
  await (await openEmbedded({ path })).close();
  const other = startChild(waiting, [path]);
  await other.line(/^open$/);
  await damage(path);
  await expect(replace(path)).rejects.toMatchObject({
    code: 'directoryInUse',
    message: expect.stringContaining(`process ${other.process.pid ?? ''}`),
  });
  expect(await readdir(directory)).toEqual(['store']);
  other.process.kill('SIGKILL');
  await other.ended;
  const target = await replace(path);
  await target.finish();
  await target.close();
  await (await openEmbedded({ path })).close();
});
