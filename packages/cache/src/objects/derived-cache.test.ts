import { describe, expect, it } from '@jest/globals';

import { createDerivedCache } from './derived-cache.ts';
import { createObject } from './object-version.ts';

const object = (name: string) => createObject(name, 1, Buffer.from(name));

function counting(id: string, size: number) {
  const encoding = { id, count: 0, encode: () => ((encoding.count += 1), Buffer.alloc(size)) };
  return encoding;
}

describe('derived encodings', () => {
  it('are made once for each object and encoding', () => {
    const cache = createDerivedCache(1_000);
    const [one, table, proto] = [object('a'), counting('table', 10), counting('proto', 10)];
    expect(cache.get(one, table)).toBe(cache.get(one, table));
    expect(cache.get(one, proto)).not.toBe(cache.get(one, table));
    expect([table.count, proto.count]).toEqual([1, 1]);
    expect(cache.bytes()).toBe(20);
  });

  it('are kept within the limit, the oldest going first', () => {
    const cache = createDerivedCache(100);
    const encoding = counting('table', 30);
    const objects = Array.from({ length: 5_000 }, (_, n) => object(String(n)));
    for (const one of objects) {
      cache.get(one, encoding);
      expect(cache.bytes()).toBeLessThanOrEqual(100);
    }
    expect(objects.filter(({ derived }) => derived !== undefined)).toEqual(objects.slice(-3));
  });

  it('above the limit are handed out and not kept', () => {
    const cache = createDerivedCache(10);
    const one = object('a');
    expect(cache.get(one, counting('table', 11)).length).toBe(11);
    expect([one.derived, cache.bytes()]).toEqual([undefined, 0]);
  });
});
