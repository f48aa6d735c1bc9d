import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createVersion } from '../objects/object-version.ts';
import { createKeyTree } from './key-tree.ts';
import type { KeyTree } from './key-tree.ts';

const live = Buffer.from('x');

function put(tree: KeyTree, key: string, isLive = true) {
  return tree.put(createVersion({ key, revision: 1, value: isLive ? live : undefined }));
}

function keysFrom(tree: KeyTree, from: string, most = Infinity): string[] {
  const keys: string[] = [];
  tree.scan('', from, ({ key }) => {
    keys.push(key);
    return keys.length < most;
  });
  return keys;
}

const numbered = (n: number) => `/k/${String(n).padStart(6, '0')}`;

describe('the sorted index', () => {
  it('agrees with a sorted list of the same keys, whatever is put in and taken out', () => {
    const step = fc.record({ key: fc.nat({ max: 400 }), act: fc.constantFrom('put', 'bury', 'remove', 'remove') });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 3000, size: 'max' }),
        fc.nat({ max: 400 }),
        (steps, probe) => {
          const tree = createKeyTree();
          const model = new Map<string, boolean>();
          for (const { key: number, act } of steps) {
            const key = numbered((number * 7919) % 401);
            if (act === 'remove') {
              tree.remove(key);
              model.delete(key);
            } else {
              expect(tree.isPastAll(key) && model.has(key)).toBe(false);
              expect(put(tree, key, act === 'put')?.key).toBe(model.has(key) ? key : undefined);
              model.set(key, act === 'put');
            }
          }
          const sorted = [...model.keys()].sort();
          expect(keysFrom(tree, '')).toEqual(sorted);
          expect(tree.liveCount()).toBe([...model.values()].filter(Boolean).length);
          const from = numbered(probe);
          expect(keysFrom(tree, from, 5)).toEqual(sorted.filter((key) => key >= from).slice(0, 5));
          expect(tree.countBefore(from)).toBe(sorted.filter((key) => key < from && model.get(key) === true).length);
          for (const key of sorted) expect(tree.find(key)?.key).toBe(key);
          expect(tree.find(from)?.key).toBe(model.has(from) ? from : undefined);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('visits a folder and nothing beside it', () => {
    const tree = createKeyTree();
    const names = Array.from({ length: 500 }, (_, n) => String(n).padStart(3, '0'));
    for (const folder of ['/a/', '/b/', '/b', '/c/']) for (const name of names) put(tree, folder + name);
    for (const folder of ['/a/', '/b/', '/c/', '/d/', '/b']) {
      const wanted = [...'/a/ /b/ /b /c/'.split(' ')].flatMap((each) => names.map((name) => each + name)).sort();
      const inside = wanted.filter((key) => key.startsWith(folder));
      for (const from of [folder, `${folder}250`, `${folder}~`]) {
        const visited: string[] = [];
        tree.scan(folder, from, ({ key }) => visited.push(key) > 0);
        expect(visited).toEqual(inside.filter((key) => key >= from));
      }
    }
  });

  it.each([
    ['in order', (n: number) => n],
    ['backwards', (n: number) => 50_000 - n],
    ['in no order', (n: number) => (n * 7919) % 50_021],
  ])('holds keys that come %s, and empties again', (_name, order) => {
    const tree = createKeyTree();
    for (let n = 0; n < 50_000; n += 1) put(tree, numbered(order(n)));
    const keys = keysFrom(tree, '');
    expect(keys).toEqual([...keys].sort());
    expect(keys.length).toBe(50_000);
    expect(tree.countBefore(keys[20_000] ?? '')).toBe(20_000);
    for (let n = 0; n < 50_000; n += 1) tree.remove(numbered(order(n)));
    expect(keysFrom(tree, '')).toEqual([]);
    expect(tree.liveCount()).toBe(0);
  });

  it('sorts by code points, also where the units of JavaScript would not', () => {
    const keys = ['/k/a', '/k/\ue000', '/k/\uffee', '/k/\u{10000}', '/k/\u{10ffff}', '/k/z', '/k/é'];
    const tree = createKeyTree();
    for (const key of keys) put(tree, key);
    expect(keysFrom(tree, '')).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    for (const key of keys) expect(tree.find(key)?.key).toBe(key);
  });

  it('knows without a search that a key comes after all others', () => {
    const tree = createKeyTree();
    expect(tree.isPastAll('')).toBe(true);
    put(tree, numbered(5));
    expect([4, 5, 6].map((n) => tree.isPastAll(numbered(n)))).toEqual([false, false, true]);
    put(tree, numbered(3));
    expect(tree.isPastAll(numbered(4))).toBe(false);
  });
});
