/** The promises of every engine about writes that compare other keys. */
import { describe, expect, it } from '@jest/globals';

import type { WriteResult } from '../contract/storage.ts';
import { bytes, expectCode, put, recordWatch, revisionOf, shown, shownEvent, text } from './engine.ts';
import type { Bench } from './engine.ts';

export function describeComparing(bench: Bench): void {
  describeAlone(bench);
  describeRaces(bench);
}

function refusalOf(result: WriteResult): readonly (string | undefined)[] {
  if (result.ok) throw new Error('the write was not refused');
  return [result.current, ...(result.compared ?? [])].map(shown);
}

function describeAlone({ engine, newFolder }: Bench): void {
  describe('a create that compares another key', () => {
    it('writes while that key stands at the revision', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const compare = { key: `${folder}other`, revision: await put(storage, `${folder}other`, '1') };
      const created = revisionOf(await storage.create(`${folder}a`, bytes('1'), { compares: [compare] }));
      revisionOf(await storage.create(`${folder}b`, bytes('1'), { compares: [compare], ttlSeconds: 3_600 }));
      expect(shown((await storage.get(`${folder}a`)).entry)).toBe(`${folder}a=1@${created}`);
      expect(shown((await storage.get(compare.key)).entry)).toBe(`${compare.key}=1@${compare.revision}`);
    });

    it('is refused once that key was changed, and shows it as it stands', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const compare = { key: `${folder}other`, revision: await put(storage, `${folder}other`, '1') };
      const changed = revisionOf(await peer.update(compare.key, bytes('2'), compare.revision));
      for (const options of [{ compares: [compare] }, { compares: [compare], ttlSeconds: 3_600 }]) {
        const result = await storage.create(`${folder}a`, bytes('1'), options);
        expect(refusalOf(result)).toEqual([undefined, `${compare.key}=2@${changed}`]);
      }
      expect((await storage.get(`${folder}a`)).entry).toBeUndefined();
      expect(await storage.currentRevision()).toBe(changed);
      revisionOf(await storage.create(`${folder}a`, bytes('1'), { compares: [{ ...compare, revision: changed }] }));
    });

    it('is refused where that key was deleted, made again, or never was', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const key = `${folder}other`;
      const revision = await put(storage, key, '1');
      const create = async (compare: { key: string; revision: number }) =>
        refusalOf(await storage.create(`${folder}a`, bytes('1'), { compares: [compare] }));
      const deleted = revisionOf(await storage.delete(key, revision));
      expect(await create({ key, revision })).toEqual([undefined, undefined]);
      expect(await create({ key, revision: deleted })).toEqual([undefined, undefined]);
      const again = await put(storage, key, '2');
      expect(await create({ key, revision })).toEqual([undefined, `${key}=2@${again}`]);
      expect(await create({ key: `${folder}nothing`, revision })).toEqual([undefined, undefined]);
    });

    it('may compare a third one, and shows all of them when it is refused', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const [one, other] = [`${folder}one`, `${folder}other`];
      const compare = { key: one, revision: await put(storage, one, '1') };
      const second = { key: other, revision: await put(storage, other, '1') };
      const both = { compares: [compare, second] };
      revisionOf(await storage.create(`${folder}a`, bytes('1'), both));
      const changed = revisionOf(await peer.update(other, bytes('2'), second.revision));
      expect(refusalOf(await storage.create(`${folder}b`, bytes('1'), both))).toEqual([
        undefined,
        `${one}=1@${compare.revision}`,
        `${other}=2@${changed}`,
      ]);
      revisionOf(await storage.delete(other, changed));
      const gone = { compares: [compare, { key: other, revision: changed }] };
      expect(await storage.create(`${folder}b`, bytes('1'), gone)).toMatchObject({ ok: false });
      expect((await storage.get(`${folder}b`)).entry).toBeUndefined();
      const twice = { compares: [compare, compare] };
      await expectCode(storage.create(`${folder}b`, bytes('1'), twice), 'invalidArgument');
      await expectCode(storage.create(one, bytes('1'), { compares: [compare] }), 'invalidArgument');
    });

    it('is as conditional as an update and a delete that do so', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const [key, other] = [`${folder}a`, `${folder}other`];
      const first = await put(storage, key, '1');
      const compare = { key: other, revision: await put(storage, other, '1') };
      const updated = revisionOf(await storage.update(key, bytes('2'), first, { compares: [compare] }));
      const changed = revisionOf(await peer.update(other, bytes('2'), compare.revision));
      const stands = [`${key}=2@${updated}`, `${other}=2@${changed}`];
      const options = { compares: [compare] };
      expect(refusalOf(await storage.update(key, bytes('3'), updated, options))).toEqual(stands);
      expect(refusalOf(await storage.delete(key, updated, options))).toEqual(stands);
      revisionOf(await storage.delete(key, updated, { compares: [{ key: other, revision: changed }] }));
    });

    it('is refused by its own key as ever, and shows both', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const revision = await put(storage, `${folder}other`, '1');
      const created = await put(storage, `${folder}a`, '1');
      const create = async (compared: number) =>
        refusalOf(
          await storage.create(`${folder}a`, bytes('2'), { compares: [{ key: `${folder}other`, revision: compared }] }),
        );
      const both = [`${folder}a=1@${created}`, `${folder}other=1@${revision}`];
      expect(await create(revision)).toEqual(both);
      expect(await create(created)).toEqual(both);
    });

    it('may compare only what can be a key at a revision', async () => {
      const { storage } = engine();
      const folder = newFolder();
      const create = (key: string, revision: number) =>
        storage.create(`${folder}a`, bytes('1'), { compares: [{ key, revision }] });
      for (const key of ['', '/elsewhere/a', folder, `${folder}../a`]) await expectCode(create(key, 1), 'invalidKey');
      for (const revision of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
        await expectCode(create(`${folder}other`, revision), 'invalidArgument');
      }
      expect((await storage.get(`${folder}a`)).entry).toBeUndefined();
    });
  });
}

function describeRaces({ engine, newFolder }: Bench): void {
  describe('creates that compare a key that is being changed', () => {
    it('take revisions while it stood as they knew it, and no others', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const key = `${folder}other`;
      const revision = await put(storage, key, '1');
      const compare = { key, revision };
      const create = (index: number) =>
        (index % 2 ? storage : peer).create(`${folder}${index}`, bytes('1'), { compares: [compare] });
      const before = Array.from({ length: 40 }, (_, index) => create(index));
      const changing = storage.update(key, bytes('2'), revision);
      const after = Array.from({ length: 40 }, (_, index) => create(40 + index));
      const changed = revisionOf(await changing);
      for (const result of await Promise.all([...before, ...after])) {
        if (result.ok) expect(result.revision).toBeLessThan(changed);
        else expect(text(result.compared?.[0]?.value)).toBe('2');
      }
    });

    it('find nothing of their own behind the deletion of it', async () => {
      const { storage, peer } = engine();
      const folder = newFolder();
      const recording = recordWatch(storage, folder, await storage.currentRevision());
      const rounds = 15;
      for (let round = 0; round < rounds; round += 1) {
        const key = `${folder}other`;
        const revision = await put(storage, key, '1');
        const creates = Array.from({ length: 8 }, (_, index) =>
          (index % 2 ? storage : peer).create(`${folder}${round}-${index}`, bytes('1'), {
            compares: [{ key, revision }],
          }),
        );
        revisionOf(await (round % 2 ? storage : peer).delete(key, revision));
        await Promise.all(creates);
      }
      await put(storage, `${folder}end`, '1');
      while (recording.events.at(-1)?.key !== `${folder}end`) await recording.reach(recording.events.length + 1);
      let isThere = false;
      for (const event of recording.events) {
        if (event.key === `${folder}other`) isThere = event.value !== undefined;
        else if (event.key !== `${folder}end`) expect([shownEvent(event), isThere]).toEqual([shownEvent(event), true]);
      }
      recording.close();
    });
  });
}
