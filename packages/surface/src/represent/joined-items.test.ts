import { describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectVersion } from '@keelson/cache';

import { createJoinedItems, type JoinedItems, type Stretch } from './joined-items.ts';

const value = Buffer.from('{}');
const objects: readonly ObjectVersion[] = Array.from({ length: 100 }, (_, index) => {
  return { key: `/${index}`, revision: index, value, attributes: undefined, derived: undefined };
});
const stretch = (from: number, to: number) => ({
  objects: objects.slice(from, to),
  typeBytes: 1,
  bytes: new Uint8Array(100),
});

/** As the second list does, that it is of use to. */
function keepTwice({ keep }: JoinedItems, kept: Stretch): void {
  keep(kept);
  keep(kept);
}

describe('joined items', () => {
  it('are not kept for one list', () => {
    const joined = createJoinedItems(1_000);
    joined.keep(stretch(0, 20));
    expect(joined.bytes()).toBe(0);
    joined.keep(stretch(0, 20));
    expect(joined.bytes()).toBe(100);
  });

  it('are found where all of their objects follow, in their order and cut alike', () => {
    const joined = createJoinedItems(1_000);
    const kept = stretch(10, 30);
    keepTwice(joined, kept);
    expect(joined.find(objects, 10, 1)).toBe(kept);
    expect(joined.find(objects, 10, 2)).toBeUndefined();
    expect(joined.find(objects, 11, 1)).toBeUndefined();
    expect(joined.find(objects.slice(0, 29), 10, 1)).toBeUndefined();
    expect(joined.find(objects.toSpliced(20, 1), 10, 1)).toBeUndefined();
    expect(joined.find([], 0, 1)).toBeUndefined();
  });

  it('take the place of those that begin alike, and no more room than there is', () => {
    const joined = createJoinedItems(250);
    for (const each of [stretch(0, 20), stretch(0, 30), stretch(40, 60), stretch(60, 80), stretch(80, 90)]) {
      keepTwice(joined, each);
    }
    joined.keep({ ...stretch(40, 61), bytes: new Uint8Array(200) });
    expect(joined.bytes()).toBe(200);
    expect(joined.find(objects, 0, 1)?.objects).toHaveLength(30);
    expect(joined.find(objects, 40, 1)?.objects).toHaveLength(20);
    expect(joined.find(objects, 60, 1)).toBeUndefined();
  });

  it('go when no list has used them for a while', async () => {
    const joined = createJoinedItems(1_000, 25);
    keepTwice(joined, stretch(0, 20));
    keepTwice(joined, stretch(40, 60));
    while (joined.bytes() > 100) {
      expect(joined.find(objects, 0, 1)).toBeDefined();
      await wait(5);
    }
    expect(joined.find(objects, 40, 1)).toBeUndefined();
    while (joined.bytes() > 0) await wait(5);
  });
});
