import { describe, expect, it } from '@jest/globals';

import { mapEntries, withValue } from './map-entries.ts';
import type { Entry } from './storage.ts';
import { isUnreadable } from './unreadable.ts';

const entry = (key: string): Entry => ({ key, value: Buffer.from('as it was'), isStale: true, revision: 7 });
const range = { entries: ['/a/1', '/a/2', '/a/3'].map(entry), revision: 9, more: true };

describe('entries that a layer reads in another form', () => {
  it('have the values that the layer reads, in memory that many share', async () => {
    const { entries } = await mapEntries(range, (read, allocate) =>
      read.key === '/a/1' ? read : withValue(read, { value: allocate(5).fill('b') }),
    );
    const values = entries.map(({ value }) =>
      isUnreadable(value) ? Buffer.of() : Buffer.from(value.buffer, value.byteOffset, value.length),
    );
    expect(values.map(String)).toEqual(['as it was', 'bbbbb', 'bbbbb']);
    expect(values[1]?.buffer).toBe(values[2]?.buffer);
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
