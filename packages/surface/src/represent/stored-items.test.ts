import { describe, expect, it } from '@jest/globals';
import type { ObjectVersion } from '@keelson/cache';
import fc from 'fast-check';

import { storedItems } from './stored-items.ts';

const type = '{"kind":"A","apiVersion":"v1",';

function objectsOf(sizes: readonly number[]): ObjectVersion[] {
  return sizes.map((size, index) => {
    const value = Buffer.from(`${type}"data":"${String(index)}${'x'.repeat(size)}"}`);
    return { key: `/${String(index)}`, revision: 1, value, attributes: undefined, derived: undefined };
  });
}

describe('the items of a stored list', () => {
  it('are the objects without their type, with commas between them, however large they are', () => {
    const size = fc.oneof({ weight: 5, arbitrary: fc.nat(3_000) }, { weight: 1, arbitrary: fc.nat(300_000) });
    fc.assert(
      fc.property(fc.array(size, { maxLength: 200 }), (sizes) => {
        const objects = objectsOf(sizes);
        const { chunks, bytes } = storedItems(objects, type.length);
        const written = Buffer.concat([...chunks]).toString();
        expect(written).toBe(objects.map(({ value }) => `{${value.toString().slice(type.length)}`).join(','));
        expect(bytes).toBe(Buffer.byteLength(written));
      }),
      { numRuns: 40 },
    );
  });

  it('keep all of an object that begins with no type', () => {
    const [object] = objectsOf([5]);
    const { chunks } = storedItems(object === undefined ? [] : [object, object], 1);
    expect(Buffer.concat([...chunks]).toString()).toBe(`${String(object?.value)},${String(object?.value)}`);
  });
});
