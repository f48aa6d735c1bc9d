import { describe, expect, it } from '@jest/globals';

import { requestFor } from '../testing/request-for.ts';
import { createWorkEstimator } from './estimate-work.ts';
import { WatchTracker } from './watch-tracker.ts';

const noWatches = { observeWatches: () => undefined };

function seatsOfList(query: string, stored: number | undefined): number {
  const estimate = createWorkEstimator({ countObjects: () => stored, countWatches: () => 0 });
  return estimate(requestFor('alice', 'list', { query }), noWatches).initialSeats;
}

describe('the seats of a list', () => {
  it.each([
    ['', 10],
    ['limit=10', 1],
    ['limit=250', 5],
    ['limit=9999', 10],
    ['resourceVersion=0', 5],
    ['resourceVersion=0&limit=10', 5],
    ['resourceVersion=5', 5],
    ['resourceVersion=5&limit=10', 1],
    ['resourceVersion=5&resourceVersionMatch=NotOlderThan', 5],
    ['resourceVersion=5&resourceVersionMatch=Exact', 10],
    ['continue=abc&limit=100', 2],
    ['fieldSelector=metadata.name=n1', 10],
    ['labelSelector=a=b', 10],
    ['resourceVersion=0&labelSelector=a=b', 5],
    ['limit=x', 1],
    ['limit=-5', 10],
  ])('for 470 objects and ?%s are %i', (query, seats) => {
    expect(seatsOfList(query, 470)).toBe(seats);
  });

  it('are one where nothing is stored, or nobody knows how much', () => {
    expect([seatsOfList('', 0), seatsOfList('', undefined)]).toEqual([1, 1]);
  });
});

describe('the seats of a write', () => {
  const configMap = { group: '', version: 'v1', resource: 'configmaps', subresource: '' };

  function estimateWith(watches: number) {
    const observed: number[] = [];
    const estimate = createWorkEstimator({ countObjects: () => 0, countWatches: () => watches });
    const recorder = { observeWatches: (count: number) => void observed.push(count) };
    return { made: estimate(requestFor('alice', 'update'), recorder), observed };
  }

  it.each([
    [9, 0, 0],
    [10, 1, 5],
    [25, 3, 5],
    [100, 10, 5],
    [1_000, 10, 50],
  ])('that %i watch are held after the answer: %i for %i ms', (watches, finalSeats, additionalLatencyMs) => {
    const { made, observed } = estimateWith(watches);
    expect(made).toEqual({ initialSeats: 1, finalSeats, additionalLatencyMs });
    expect(observed).toEqual([watches]);
  });

  it('count watches of the resource, of its namespace and of its name', () => {
    const tracker = new WatchTracker();
    const ends = [
      tracker.add({ ...configMap, namespace: '', name: '' }),
      tracker.add({ ...configMap, namespace: 'a', name: '' }),
      tracker.add({ ...configMap, namespace: 'a', name: 'x' }),
      tracker.add({ ...configMap, namespace: '', name: 'x' }),
      tracker.add({ ...configMap, namespace: 'b', name: '' }),
      tracker.add({ ...configMap, group: 'other', namespace: 'a', name: '' }),
    ];
    const count = (namespace: string, name: string) => tracker.countFor({ ...configMap, namespace, name });
    expect([count('a', 'x'), count('a', 'y'), count('a', ''), count('b', ''), count('c', '')]).toEqual([4, 2, 2, 2, 1]);
    for (const end of ends) end();
    expect([count('a', 'x'), count('b', '')]).toEqual([0, 0]);
  });
});
