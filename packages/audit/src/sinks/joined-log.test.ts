import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { openJoinedLog } from './joined-log.ts';

let folder = '';
let lost: [number, string][] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-joined-log-'));
  lost = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function openLog(options: { readonly maxBytes?: number; readonly limitBytes?: number; readonly path?: string } = {}) {
  const { maxBytes = 1_000_000, path = join(folder, 'audit.log'), limitBytes } = options;
  return openJoinedLog({
    path,
    rotation: { maxBytes, maxBackups: 0, maxAgeMs: 0 },
    ...(limitBytes !== undefined && { limitBytes }),
    onLost: (count, error) => lost.push([count, String(error)]),
  });
}

async function filesOf(): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

it('keeps lines whole whose bytes come in any pieces, and leaves out the one whose writer has died', async () => {
  const log = openLog();
  const [one, other] = [new PassThrough(), new PassThrough()];
  log.take(one);
  log.take(other);
  one.write('a1\na');
  other.write('b');
  one.write('2\na3\na');
  other.end('1\n');
  await finished(other);
  one.destroy(new Error('killed'));
  await finished(one).catch(() => undefined);
  await log.close();
  const [text = ''] = await filesOf();
  expect(text.split('\n').sort()).toEqual(['', 'a1', 'a2', 'a3', 'b1']);
  expect(lost).toEqual([]);
});

it('rotates between lines', async () => {
  const log = openLog({ maxBytes: 10 });
  const stream = new PassThrough();
  log.take(stream);
  for (const line of ['12345678\n', 'abcdefgh\n']) {
    stream.write(line);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.end();
  await finished(stream);
  await log.close();
  expect((await filesOf()).sort()).toEqual(['12345678\n', 'abcdefgh\n']);
});

it('counts the lines for which there is no room, and those that cannot be written', async () => {
  const full = openLog({ limitBytes: 4 });
  const stream = new PassThrough();
  full.take(stream);
  stream.end('1\n2\n3\n');
  await finished(stream);
  await full.close();
  expect(lost).toEqual([[3, 'Error: too much is waiting to be written']]);
  lost = [];
  const broken = openLog({ path: join(folder, 'nowhere', 'audit.log') });
  const other = new PassThrough();
  broken.take(other);
  other.end('1\n2\n');
  await finished(other);
  await broken.close();
  expect(lost).toEqual([[2, expect.stringContaining('ENOENT')]]);
});
