import { describe, expect, it } from '@jest/globals';

import { isSame } from './is-same.ts';

describe('two values', () => {
  it.each([
    [
      { a: 1, b: [{ c: 'x' }] },
      { b: [{ c: 'x' }], a: 1 },
    ],
    [{ a: [] }, {}],
    [{ a: null }, { a: undefined }],
    [[1n], [1n]],
  ])('are the same: %p and %p', (a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([true, true]);
  });

  it.each([
    [{ a: {} }, {}],
    [{ a: 0 }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 'x' }, { a: ['x'] }],
    [JSON.parse('{"__proto__":{"a":1}}'), { a: 1 }],
  ])('differ: %p and %p', (a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
  });
});
