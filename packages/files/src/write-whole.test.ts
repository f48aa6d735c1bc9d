import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { unwritableFile } from './unwritable-file.ts';
import { writeIfDifferent, writeTogether, writeWhole } from './write-whole.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-write-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string, text: string) => ({ path: join(folder, name), text, mode: 0o600 });

describe('a file that is written whole', () => {
  it('has its text and its mode, and nothing is left beside it', async () => {
    await writeFile(join(folder, 'a'), 'old', { mode: 0o644 });
    await writeWhole(at('a', 'new'));
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new');
    expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('is left alone if it says the same already', async () => {
    expect(await writeIfDifferent(at('a', 'text'))).toBe('written');
    const { ino, mtimeMs } = await stat(join(folder, 'a'));
    expect(await writeIfDifferent(at('a', 'text'))).toBe('same');
    expect(await stat(join(folder, 'a'))).toMatchObject({ ino, mtimeMs });
    expect(await writeIfDifferent(at('a', 'other'))).toBe('written');
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('other');
  });

  it('that cannot be written is named, the others stay as they are, and nothing is left over', async () => {
    await writeFile(join(folder, 'a'), 'old');
    // No file takes the place of a folder with something in it, nor is written below one that is a file.
    await mkdir(join(folder, 'b', 'c'), { recursive: true });
    await expect(writeWhole(at('b', 'new'))).rejects.toThrow(`${join(folder, 'b')} cannot be written`);
    await expect(writeTogether([at('a', 'new'), at('a/x', 'new')])).rejects.toThrow(
      `${join(folder, 'a', 'x')} cannot be written: a part of ${join(folder, 'a')} is no folder`,
    );
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a', 'b']);
  });

  it.each([
    ['ENOSPC', 'the disk that holds /data is full; free some space'],
    ['EROFS', '/data is on a read-only file system; mount it for writing, or choose another --data-dir'],
    ['EACCES', 'this user may not write /data; give it the right to, or choose another --data-dir'],
    ['ELOOP', 'too many links'],
  ])('that fails with %s says what to do', (code, words) => {
    const cause = Object.assign(new Error('too many links'), { code });
    expect(unwritableFile('/data/a', cause).message).toBe(`/data/a cannot be written: ${words}`);
  });
});
