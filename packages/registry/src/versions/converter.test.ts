import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import type { ConvertRemotely, Resource } from '@keelson/schema';

import { plainVersion } from '../objects/stored-object.ts';
import { ConversionMemory } from './conversion-memory.ts';
import { convertForStore, createConverter, type ConvertedKind } from './converter.ts';
import { createVersionView } from './version-view.ts';

const convertRemotely: ConvertRemotely = (request) => Promise.resolve({ ok: true, objects: request.objects });

/** Any kind does: what a webhook makes is decoded and encoded as others are. */
function kindOf(): ConvertedKind {
  const [found] = createApiScheme()
    .resources()
    .filter((each) => each.plural === 'configmaps');
  if (found === undefined) throw new Error('no config maps are declared');
  const stored: Resource = { ...found, formsByVersion: new Map([[found.version, found.message]]) };
  return { stored, shown: { ...stored }, convertRemotely };
}

const bytesOf = (length: number): Buffer =>
  Buffer.from(
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'x'.repeat(length) } }),
  );

/** The number of turns of the event loop that the work lets others have. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  await nextTurn();
  await nextTurn();
  let [turns, isOver] = [0, false];
  const done = work().finally(() => (isOver = true));
  while (!isOver) {
    await nextTurn();
    turns += 1;
  }
  await done;
  return turns;
}

describe('conversion by another server', () => {
  it('gives each step on a large object a turn of its own when it is stored', async () => {
    expect(await turnsOf(() => convertForStore(kindOf(), bytesOf(700_000)))).toBeGreaterThanOrEqual(3);
    expect(await turnsOf(() => convertForStore(kindOf(), bytesOf(10)))).toBeLessThanOrEqual(1);
  });

  it('gives each step on a large object a turn of its own when it is read', async () => {
    const read = (length: number) =>
      createConverter(kindOf(), new ConversionMemory()).convert([plainVersion('/a', 1, bytesOf(length))]);
    expect(await turnsOf(() => read(700_000))).toBeGreaterThanOrEqual(3);
    expect(await turnsOf(() => read(10))).toBeLessThanOrEqual(1);
  });

  it('of a long list begins with some thousand objects, and shows all in their order', async () => {
    const sizes: number[] = [];
    const kind = kindOf();
    const shown: Resource = { ...kind.shown, version: 'v2' };
    const inVersion = ({ objects }: { readonly objects: readonly object[] }) =>
      objects.map((object) => ({ ...object, apiVersion: 'v2' }));
    const counting: ConvertRemotely = async (request) => {
      sizes.push(request.objects.length);
      await nextTurn();
      return { ok: true, objects: inVersion(request) };
    };
    const view = createVersionView({ ...kind, shown, convertRemotely: counting }, new ConversionMemory());
    const objects = Array.from({ length: 5_000 }, (_, index) => plainVersion(`/${index}`, 1, bytesOf(1)));
    const all = await view.showAll(objects);
    expect(all.map(({ key }) => key)).toEqual(objects.map(({ key }) => key));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000);
    await view.showAll(objects);
    expect(sizes).toHaveLength(3);
  });
});
