/** Arguments that every engine refuses: the call fails with a code, and nothing is written. */
import { describe, expect, it } from '@jest/globals';

import { maxKeyBytes, maxValueBytes } from '../contract/limits.ts';
import { bytesOf } from './bytes-of.ts';
import { bytes, expectCode, put } from './engine.ts';
import type { Bench } from './engine.ts';

const watcher = { onEvents: () => undefined, onEnd: () => undefined };

export function describeRefusing({ engine, newFolder }: Bench): void {
  describe('bad input', () => {
    it('refuses keys that are outside the prefix or could mean two things', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const bad = [
        '',
        'pods/a',
        '/elsewhere/a',
        storage.prefix,
        storage.prefix.slice(0, -1),
        `${folder}a\u0000b`,
        `${folder}../a`,
        `${folder}./a`,
        `${folder}..`,
        `${folder}/a`,
        folder,
        `${folder}\uD800`,
        `${folder}${'x'.repeat(maxKeyBytes)}`,
      ];
      const before = await storage.currentRevision();
      for (const key of bad) {
        await expectCode(storage.get(key), 'invalidKey');
        await expectCode(storage.create(key, bytes('1')), 'invalidKey');
        await expectCode(storage.update(key, bytes('1'), before), 'invalidKey');
        await expectCode(storage.delete(key, before), 'invalidKey');
      }
      expect(await storage.currentRevision()).toBe(before);
    });

    it('takes keys that only look odd', async () => {
      const { storage } = engine();
      const folder = newFolder();
      for (const name of ['a..b', '...', '__proto__', 'system:x', 'a b', 'ü', 'x'.repeat(700)]) {
        await put(storage, `${folder}${name}`, '1');
      }
    });

    it('refuses prefixes that are no folder', async () => {
      const { storage } = engine();
      const folder = newFolder();
      for (const prefix of ['', '/', '/elsewhere/', folder.slice(0, -1), `${folder}../`, `${folder}\u0000/`]) {
        await expectCode(storage.range(prefix), 'invalidKey');
        expect(() => storage.watch(prefix, 0, watcher)).toThrow(expect.objectContaining({ code: 'invalidKey' }));
      }
      await expectCode(storage.range(folder, { after: '/elsewhere/a' }), 'invalidKey');
    });

    it('takes a value of the largest size and refuses one byte more', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const value = Buffer.alloc(maxValueBytes + 1, 'x');
      const created = await storage.create(`${folder}a`, value.subarray(1));
      expect(bytesOf((await storage.get(`${folder}a`)).entry?.value).byteLength).toBe(maxValueBytes);
      await expectCode(storage.create(`${folder}b`, value), 'tooLarge');
      await expectCode(storage.update(`${folder}a`, value, created.revision), 'tooLarge');
      expect((await storage.get(`${folder}b`)).entry).toBeUndefined();
      expect(await storage.currentRevision()).toBe(created.revision);
    });

    it('refuses revisions, limits and times that are no such numbers', async () => {
      const { storage } = engine();
      const key = `${newFolder()}a`;
      const folder = key.slice(0, -1);
      const wrong = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '7' as unknown as number];
      for (const number of wrong) {
        await expectCode(storage.get(key, { revision: number }), 'invalidArgument');
        await expectCode(storage.range(folder, { revision: number }), 'invalidArgument');
        await expectCode(storage.range(folder, { limit: number }), 'invalidArgument');
        await expectCode(storage.update(key, bytes('1'), number), 'invalidArgument');
        await expectCode(storage.delete(key, number), 'invalidArgument');
        await expectCode(storage.compact(number), 'invalidArgument');
        expect(() => storage.watch(folder, number, watcher)).toThrow(
          expect.objectContaining({ code: 'invalidArgument' }),
        );
      }
      for (const ttlSeconds of [-1, 0, Number.NaN, Number.POSITIVE_INFINITY]) {
        await expectCode(storage.create(key, bytes('1'), { ttlSeconds }), 'invalidArgument');
      }
      expect((await storage.get(key)).entry).toBeUndefined();
    });
  });
}
