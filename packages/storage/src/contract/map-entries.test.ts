import { describe, expect, it } from '@jest/globals';

import { mapEntries, withValue } from './map-entries.ts';
import { createSlabs, growInPlace } from './slabs.ts';
import type { Entry } from './storage.ts';
import { isUnreadable } from './unreadable.ts';

const slabs = createSlabs();
const entry = (key: string): Entry => ({
  key,
  value: slabs(10, 20).fill('a'),
  spareBytes: 20,
  isStale: true,
  revision: 7,
});
const range = { entries: ['/a/1', '/a/2', '/a/3'].map(entry), revision: 9, more: true };

describe('entries that a layer reads in another form', () => {
  it('have spare bytes only in memory that was given for them', async () => {
    const { entries } = await mapEntries(range, (read, memory) => {
      const value = read.key === '/a/2' ? Buffer.from('elsewhere') : memory.allocate(5).fill('b');
      return read.key === '/a/1' ? read : withValue(read, { value }, memory);
    });
    expect(entries.map((each) => growInPlace(each, 12)?.length)).toEqual([12, undefined, 12]);
    expect(entries.map(({ value }) => (isUnreadable(value) ? value.fault : Buffer.from(value).toString()))).toEqual([
      'a'.repeat(10),
      'elsewhere',
      'bbbbb',
    ]);
  });

  it('are as stale as they were, unless the layer knows', async () => {
    const stale = async (isStale?: boolean) => {
      const result = await mapEntries(range, (read) => withValue(read, { value: Buffer.alloc(1), isStale }));
      return result.entries.map((each) => each.isStale);
    };
    expect([await stale(), await stale(false)]).toEqual([Array(3).fill(true), Array(3).fill(false)]);
    const { revision, more } = await mapEntries(range, (read) => read);
    expect({ revision, more }).toEqual({ revision: 9, more: true });
  });
});
