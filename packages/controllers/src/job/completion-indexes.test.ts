import { describe, expect, it } from '@jest/globals';

import {
  addIndexes,
  completionIndexOf,
  countIndexes,
  hasIndex,
  parseIndexes,
  pendingIndexes,
  printIndexes,
} from './completion-indexes.ts';

describe('completed indexes', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['1,2', '1,2'],
    ['1,2,3', '1-3'],
    ['1,3-5,7', '1,3-5,7'],
    ['0-4,5', '0-5'],
    ['7,1', '1,7'],
    ['x,3,5-4,-1,2', '2,3'],
    ['8-12', '8,9'],
    ['10,11', ''],
  ])('%j is written %j, of ten completions', (text, printed) => {
    expect(printIndexes(parseIndexes(text, 10))).toBe(printed);
  });

  it('take new ones in, each once', () => {
    const ranges = addIndexes(parseIndexes('0,4-6', 10), [1, 5, 9, 3]);
    expect(printIndexes(ranges)).toBe('0,1,3-6,9');
    expect(countIndexes(ranges)).toBe(7);
    expect([0, 1, 2, 3, 6, 7, 9].map((index) => hasIndex(ranges, index))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('leave the lowest others to do', () => {
    const taken = parseIndexes('0,2-3,5', 8);
    expect(pendingIndexes(taken, 10, 8)).toEqual([1, 4, 6, 7]);
    expect(pendingIndexes(taken, 2, 8)).toEqual([1, 4]);
    expect(pendingIndexes([], 3, 2)).toEqual([0, 1]);
    expect(pendingIndexes(taken, 0, 8)).toEqual([]);
  });
});

describe('the index of a pod', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['-1', undefined],
    ['one', undefined],
    ['', undefined],
    ['1e3', undefined],
  ])('%j is %j', (text, index) => {
    expect(completionIndexOf({ 'batch.kubernetes.io/job-completion-index': text })).toBe(index);
  });
});
