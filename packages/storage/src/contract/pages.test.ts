import { describe, expect, it } from '@jest/globals';

import { pagesOf } from './pages.ts';
import type { RangeOptions, RangeResult } from './storage.ts';

/** So many keys, whose values have so many bytes. */
function storeOf(count: number, bytes: number) {
  const asked: RangeOptions[] = [];
  const all = Array.from({ length: count }, (_, index) => ({
    key: `/a/${String(index).padStart(8, '0')}`,
    value: Buffer.alloc(bytes),
    revision: 1,
  }));
  const range = (_: string, options: RangeOptions = {}): Promise<RangeResult> => {
    asked.push(options);
    const { after = '', limit = Infinity } = options;
    const rest = all.filter(({ key }) => key > after);
    return Promise.resolve({ entries: rest.slice(0, limit), revision: 5, more: rest.length > limit });
  };
  return { asked, store: { range } };
}

async function sizesOf(...[store, prefix, options]: Parameters<typeof pagesOf>): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { entries } of pagesOf(store, prefix, options)) sizes.push(entries.length);
  return sizes;
}

describe('the pages of a range', () => {
  it('become as large as a few megabytes', async () => {
    const { asked, store } = storeOf(12_000, 989);
    expect(await sizesOf(store, '/a/')).toEqual([100, 8_000, 3_900]);
    expect(asked.map(({ revision, isLimitSized }) => [revision, isLimitSized])).toEqual([
      [undefined, undefined],
      [5, true],
      [5, true],
    ]);
    expect(await sizesOf(storeOf(25_000, 1).store, '/a/')).toEqual([100, 10_000, 10_000, 4_900]);
  });

  it('become small where values are large', async () => {
    expect(await sizesOf(storeOf(120, 1_000_000).store, '/a/')).toEqual([100, 7, 7, 6]);
  });

  it('have the size that is asked for', async () => {
    expect(await sizesOf(storeOf(25, 1).store, '/a/', { pageSize: 10 })).toEqual([10, 10, 5]);
  });

  it('are asked for while the one before is in use', async () => {
    const { asked, store } = storeOf(30, 1);
    const pages = pagesOf(store, '/a/', { pageSize: 10 });
    await pages.next();
    expect(asked.length).toBe(2);
    await pages.return();
    expect(asked.length).toBe(2);
  });
});
