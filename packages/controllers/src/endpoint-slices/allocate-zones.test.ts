import { describe, expect, it } from '@jest/globals';

import { allocateZones, exchangeZones, isOverloaded } from './allocate-zones.ts';

type Counts = Readonly<Record<string, number>>;
const counts = (record: Counts) => new Map(Object.entries(record));

describe('the allocation of endpoints to zones', () => {
  it.each<[string, Counts, number, Record<string, readonly number[]> | undefined]>([
    ['equal zones', { a: 0.5, b: 0.5 }, 4, { a: [2, 2, 2], b: [2, 2, 2] }],
    ['zones of different size', { a: 0.6, b: 0.4 }, 5, { a: [3, 3, 3], b: [2, 2, 2] }],
    ['room between', { a: 0.1, b: 0.2, c: 0.7 }, 1_000, { a: [84, 249, 100], b: [167, 332, 200], c: [584, 749, 700] }],
    ['a zone that gets one where its share is less', { a: 0.9, b: 0.1 }, 5, { a: [4, 4, 4.5], b: [1, 1, 1] }],
    ['fewer endpoints than zones', { a: 0.4, b: 0.3, c: 0.3 }, 2, undefined],
    ['endpoints that are overloaded in any case', { a: 0.5, b: 0.3, c: 0.2 }, 3, undefined],
  ])('is made for %s', (_, shares, endpoints, wanted) => {
    const allocated = allocateZones(counts(shares), endpoints);
    const found = allocated && Object.fromEntries([...allocated].map(([zone, each]) => [zone, Object.values(each)]));
    expect(found).toEqual(wanted);
  });

  interface Exchange {
    readonly desired: Counts;
    readonly hinted: Counts;
    readonly giving?: Counts;
    readonly receiving?: Counts;
  }

  it.each<[string, Exchange]>([
    ['nothing where no zone has one too many', { desired: { a: 1.2, b: 1.1, c: 1 }, hinted: { a: 1, b: 1, c: 1 } }],
    [
      'whole endpoints alone',
      { desired: { a: 5.1, b: 5.1, c: 5.8 }, hinted: { a: 16 }, giving: { a: 10 }, receiving: { b: 5, c: 5 } },
    ],
    [
      'the last one to the zone that lacks more of it',
      { desired: { a: 5, b: 5.6, c: 5.4 }, hinted: { a: 16 }, giving: { a: 11 }, receiving: { b: 6, c: 5 } },
    ],
    [
      'the last one from the zone that has more of it',
      { desired: { a: 5, b: 5.6, c: 5.4 }, hinted: { b: 8, c: 8 }, giving: { b: 2, c: 3 }, receiving: { a: 5 } },
    ],
    ['nothing where all have too many', { desired: { a: 5, b: 5 }, hinted: { a: 6, b: 6 } }],
    ['nothing where all have too few', { desired: { a: 5, b: 5 }, hinted: { a: 4 } }],
  ])('exchanges %s', (_, { desired, hinted, giving = {}, receiving = {} }) => {
    const allocations = new Map(Object.entries(desired).map(([zone, each]) => [zone, { desired: each }]));
    expect(exchangeZones(allocations, counts(hinted))).toEqual({
      giving: counts(giving),
      receiving: counts(receiving),
    });
  });

  it.each<[string, Counts, Counts | undefined, boolean]>([
    ['without hints', {}, undefined, false],
    ['with hints and no shares', { a: 1, b: 1 }, undefined, true],
    ['with a fifth more than its share', { a: 5, b: 5 }, { a: 0.6, b: 0.4 }, false],
    ['with more than a fifth more', { a: 5, b: 5 }, { a: 0.61, b: 0.39 }, true],
    ['with a zone that has none', { a: 5, b: 5 }, { a: 0.4, b: 0.4, c: 0.2 }, true],
  ])('is overloaded or not %s', (_, hinted, shares, wanted) => {
    expect(isOverloaded(counts(hinted), shares && counts(shares))).toBe(wanted);
  });
});
