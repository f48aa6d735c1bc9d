import { describe, expect, it } from '@jest/globals';
import type { ObjectVersion } from '@keelson/cache';
import fc from 'fast-check';

import { createJoinedItems } from './joined-items.ts';
import { storedItems } from './stored-items.ts';

const type = '{"kind":"A","apiVersion":"v1",';

function objectsOf(sizes: readonly number[]): ObjectVersion[] {
  return sizes.map((size, index) => {
    const value = Buffer.from(`${type}"data":"${String(index)}${'x'.repeat(size)}"}`);
    return { key: `/${String(index)}`, revision: index, value, attributes: undefined, derived: undefined };
  });
}

function joinedPlainly(objects: readonly ObjectVersion[]): string {
  return objects.map(({ value }) => `{${value.toString().slice(type.length)}`).join(',');
}

describe('the items of a stored list', () => {
  it('are the objects without their type, with commas between them, however large they are', () => {
    const size = fc.oneof({ weight: 5, arbitrary: fc.nat(3_000) }, { weight: 1, arbitrary: fc.nat(300_000) });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 200 }), (sizes) => {
        const objects = objectsOf(sizes);
        const { chunks, bytes } = storedItems(objects, type.length, createJoinedItems(1e6));
        const written = Buffer.concat([...chunks]).toString();
        expect(written).toBe(joinedPlainly(objects));
        expect(bytes).toBe(Buffer.byteLength(written));
      }),
      { numRuns: 40 },
    );
  });

  it('are the same whatever was listed before, and however little may be remembered', () => {
    const all = objectsOf(Array.from({ length: 600 }, (_, index) => (index * 37) % 1_500));
    const isWanted = fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length });
    const slice = fc.tuple(fc.nat(all.length), fc.nat(all.length));
    const list = fc.oneof(
      isWanted.map((flags) => all.filter((_, index) => flags[index])),
      slice.map(([from, to]) => all.slice(from, to)),
      fc.nat(all.length).map((at) => all.toSpliced(at, 1)),
      fc.constant(all),
    );
    fc.assert(
      fc.property(fc.array(list, { maxLength: 8 }), fc.constantFrom(0, 100_000, 400_000, 1e9), (lists, limit) => {
        const joined = createJoinedItems(limit);
        for (const objects of lists) {
          const { chunks } = storedItems(objects, type.length, joined);
          expect(Buffer.concat([...chunks]).toString()).toBe(joinedPlainly(objects));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are copied no more from the third list on, but for those next to what came or went', () => {
    const all = objectsOf(Array.from({ length: 2_000 }, () => 1_000));
    const copied = Array.from({ length: 20 }, (_, index) => {
      const joined = createJoinedItems(1e9);
      const list = (objects: readonly ObjectVersion[]) => [...storedItems(objects, type.length, joined).chunks];
      list(all);
      const first = list(all);
      expect(first.length).toBeGreaterThan(15);
      const known = new Set(first);
      const isKnown = (chunk: Uint8Array): boolean => known.has(chunk);
      // The last may be too short to be kept.
      expect(list(all).slice(0, -1).every(isKnown)).toBe(true);
      return list(all.toSpliced(index * 100, 1)).filter((chunk) => !isKnown(chunk)).length;
    });
    expect(Math.max(...copied)).toBeLessThan(3);
  });

  it('are no copies where they are large', () => {
    const objects = objectsOf([10, 500_000, 10, 500_000]);
    const { chunks } = storedItems(objects, type.length, createJoinedItems(1e9));
    const buffers = new Set(objects.map(({ value }) => value.buffer));
    const large = [...chunks].filter(({ length }) => length > 400_000);
    expect(large).toHaveLength(2);
    for (const { buffer } of large) expect(buffers.has(buffer as ArrayBuffer)).toBe(true);
  });

  it('keep all of an object that begins with no type', () => {
    const [object] = objectsOf([5]);
    const { chunks } = storedItems(object === undefined ? [] : [object, object], 1, createJoinedItems(1e6));
    expect(Buffer.concat([...chunks]).toString()).toBe(`${String(object?.value)},${String(object?.value)}`);
  });
});
