import { describe, expect, it } from '@jest/globals';

import { isPromise, when } from './maybe-promise.ts';

const double = (value: number): number => value * 2;

describe('a value that may have to be waited for', () => {
  it('is handed on at once where it is there', () => {
    expect(when(2, double)).toBe(4);
    expect(isPromise(2)).toBe(false);
  });

  it('is waited for where it is not', async () => {
    const later = when(Promise.resolve(2), double);
    expect(isPromise(later)).toBe(true);
    expect(await later).toBe(4);
  });

  it('is not handed on where it fails', async () => {
    await expect(when(Promise.reject<number>(new Error('no')), double)).rejects.toThrow('no');
  });
});
