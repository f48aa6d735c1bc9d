/** Keys of a folder now, their values later. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { bytesOf } from '../conformance/index.ts';
import { pagesOf } from '../contract/pages.ts';
import type { DeferredReads, Storage } from '../contract/storage.ts';
import { openEmbedded } from './open-embedded.ts';

let path = '';
let storage: Storage;
let deferred: DeferredReads;
let folder = '';

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-deferred-'));
  storage = await openEmbedded({ path });
  deferred = storage.deferred;
  folder = `${storage.prefix}things/`;
});
afterEach(async () => {
  await storage.close();
  await rm(path, { recursive: true });
});

const textOf = (key: string, revision: number): string => bytesOf(deferred.read({ key, revision }).value).toString();
const put = async (name: string, text: string, after?: number): Promise<number> => {
  const key = folder + name;
  const bytes = Buffer.from(text);
  const { revision } = await (after === undefined ? storage.create(key, bytes) : storage.update(key, bytes, after));
  return revision;
};

describe('deferred reads', () => {
  it('find the keys of a range, and each value when it is asked for', async () => {
    for (let number = 0; number < 250; number += 1) await put(`n${String(number)}`, `value ${String(number)}`);
    const { entries } = await storage.range(folder);
    const found: { key: string; revision: number; text: string }[] = [];
    for await (const page of pagesOf(deferred, folder)) {
      for (const { key, revision, value } of page.entries) {
        expect(value).toBeUndefined();
        found.push({ key, revision, text: textOf(key, revision) });
      }
    }
    expect(found).toEqual(
      entries.map(({ key, revision, value }) => ({ key, revision, text: bytesOf(value).toString() })),
    );
  });

  it('lend bytes of the length of the value, whatever was read before', async () => {
    const long = await put('long', 'x'.repeat(5_000));
    const short = await put('short', 'y');
    expect([textOf(`${folder}long`, long).length, textOf(`${folder}short`, short)]).toEqual([5_000, 'y']);
  });

  it('give what was replaced since the revision of the range with its value', async () => {
    const first = await put('a', 'before');
    await put('b', 'stays');
    const { revision: at } = await storage.range(folder);
    await put('a', 'after', first);
    const { entries } = await deferred.range(folder, { revision: at });
    expect(entries.map(({ key, value }) => [key, value && bytesOf(value).toString()])).toEqual([
      [`${folder}a`, 'before'],
      [`${folder}b`, undefined],
    ]);
  });

  it('find a replaced value until it is compacted, and say that it was replaced then', async () => {
    const first = await put('a', 'before');
    const second = await put('a', 'after', first);
    expect(textOf(`${folder}a`, first)).toBe('before');
    await storage.compact(second);
    for (;;) {
      const { value } = deferred.read({ key: `${folder}a`, revision: first });
      if ('fault' in value) {
        expect(value.fault).toMatch(/replaced/);
        break;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(textOf(`${folder}a`, second)).toBe('after');
  });

  it('say that the store was closed, and throw nothing', async () => {
    const revision = await put('a', 'text');
    await storage.close();
    expect(deferred.read({ key: `${folder}a`, revision }).value).toMatchObject({
      fault: expect.stringMatching(/closed/),
    });
    await expect(deferred.range(folder)).rejects.toMatchObject({ code: 'closed' });
  });
});
