import { describe, expect, it } from '@jest/globals';

import { childrenOf, messageWithin } from './children-of.ts';
import { message } from './declare.ts';
import { field } from './field.ts';
import { bool, either, lazy, list, map, string } from './shape.ts';

const Part = message('test.Part', { name: field(1, string) });

describe('the children of a shape', () => {
  it.each([
    [string, { kind: 'none' }],
    [list(bool), { kind: 'items', shape: bool }],
    [map(list(bool)), { kind: 'entries', shape: list(bool) }],
  ])('%j', (shape, children) => {
    expect(childrenOf(shape)).toEqual(children);
  });

  it('lead to the one message within', () => {
    expect(messageWithin(map(list(lazy(() => Part))))).toBe(Part);
    expect(messageWithin(either(() => Part, 'bool'))).toBe(Part);
    expect(messageWithin(map(string))).toBeUndefined();
  });
});
