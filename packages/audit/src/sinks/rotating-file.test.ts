import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createRotatingFile } from './rotating-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-rotating-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rotation = { maxBytes: 10, maxBackups: 0, maxAgeMs: 0 };

describe('a file that rotates', () => {
  it('is put aside, and begun anew', async () => {
    const path = join(folder, 'log');
    const file = createRotatingFile(path, rotation);
    await file.append([Buffer.from('one\n')]);
    expect(await file.room()).toBe(6);
    await file.rotate();
    await file.append([Buffer.from('two\n')]);
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('two\n');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('is compressed once it is put aside, where that is asked for, as are those from before', async () => {
    const path = join(folder, 'audit.log');
    await writeFile(join(folder, 'audit-2024-01-31T23-59-59.999.log'), 'before\n');
    const file = createRotatingFile(path, { ...rotation, maxBackups: 2, compresses: true });
    for (const text of ['one\n', 'two\n']) {
      await file.append([Buffer.from(text)]);
      await file.rotate();
      // Files of one millisecond would have one name.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await file.append([Buffer.from('three\n')]);
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('three\n');
    const aside = (await readdir(folder)).filter((name) => name !== 'audit.log').sort();
    expect(aside.filter((name) => !name.endsWith('.log.gz'))).toEqual([]);
    const texts = aside.map(async (name) => gunzipSync(await readFile(join(folder, name))).toString());
    expect((await Promise.all(texts)).slice(-2)).toEqual(['one\n', 'two\n']);
    expect((await stat(join(folder, aside[0] ?? ''))).mode & 0o777).toBe(0o600);
  });

  it('is left where it is when it is no file but a pipe or a device, which others use too', async () => {
    const path = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    const reader = spawn('cat', [path]);
    let read = '';
    reader.stdout.on('data', (chunk: Buffer) => (read += chunk.toString()));
    const ended = new Promise((resolve) => reader.once('close', resolve));
    const file = createRotatingFile(path, rotation);
    // Appends fail until the reader has opened the pipe.
    while (
      !(await file.append([Buffer.from('one\n')]).then(
        () => true,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await file.room()).toBe(Infinity);
    await file.rotate();
    await file.append([Buffer.from('two\n')]);
    await file.close();
    await ended;
    expect(read.trim().split(/\n+/)).toEqual(['one', 'two']);
    expect((await stat(path)).isFIFO()).toBe(true);
    expect(await readdir(folder)).toEqual(['pipe']);
  });
});
