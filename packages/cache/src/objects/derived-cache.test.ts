import { describe, expect, it } from '@jest/globals';

import { createDerivedCache } from './derived-cache.ts';
import { createObjectVersion } from './object-version.ts';

const object = (name: string) => createObjectVersion(name, 1, Buffer.from(name));

function counting(way: string, size: number) {
  const encoding = { key: { way }, count: 0, encode: () => ((encoding.count += 1), Buffer.alloc(size)) };
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
      void cache.get(one, encoding);
      expect(cache.bytes()).toBeLessThanOrEqual(100);
    }
    expect(objects.filter(({ derived }) => derived !== undefined)).toEqual(objects.slice(-3));
  });

  it('that are made elsewhere are made once for all who wait, and kept', async () => {
    const cache = createDerivedCache(1_000);
    const one = object('a');
    let made = 0;
    let finish: (bytes: Uint8Array) => void = () => undefined;
    const elsewhere = {
      ...counting('table', 10),
      encodeElsewhere: () => ((made += 1), new Promise<Uint8Array>((resolve) => (finish = resolve))),
    };
    const [first, second] = [cache.get(one, elsewhere), cache.get(one, elsewhere)];
    finish(Buffer.from('made'));
    expect(await Promise.all([first, second])).toEqual([Buffer.from('made'), Buffer.from('made')]);
    expect(cache.get(one, elsewhere)).toEqual(Buffer.from('made'));
    expect([made, elsewhere.count, cache.bytes()]).toEqual([1, 0, 4]);
  });

  it('that could not be made elsewhere are tried again by who comes next', async () => {
    const cache = createDerivedCache(1_000);
    const one = object('a');
    let made = 0;
    const failing = {
      ...counting('table', 10),
      encodeElsewhere: () => ((made += 1), Promise.reject<Uint8Array>(new Error('no'))),
    };
    await expect(cache.get(one, failing)).rejects.toThrow('no');
    await expect(cache.get(one, failing)).rejects.toThrow('no');
    expect([made, cache.bytes()]).toEqual([2, 0]);
  });

  it('above the limit are handed out and not kept', () => {
    const cache = createDerivedCache(10);
    const one = object('a');
    expect(cache.get(one, counting('table', 11))).toHaveLength(11);
    expect([one.derived, cache.bytes()]).toEqual([undefined, 0]);
  });
});
