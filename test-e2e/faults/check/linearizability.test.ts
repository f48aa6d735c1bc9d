import { describe, expect, it } from '@jest/globals';

import { linearize } from './linearizability.ts';
import type { Operation } from './operation.ts';

const key = 'a/b';
type Times = readonly [startMs: number, endMs: number];

const read = (seen: string | undefined, [startMs, endMs]: Times): Operation => ({
  ...{ kind: 'read', key, seen, startMs, endMs },
});
const create = (tag: string, [startMs, endMs]: Times, outcome: 'done' | 'refused' = 'done'): Operation => ({
  ...{ kind: 'create', key, tag, startMs, endMs, outcome },
});
const patch = (tag: string, [startMs, endMs]: Times, outcome: 'done' | 'refused' = 'done'): Operation => ({
  ...{ kind: 'patch', key, tag, startMs, endMs, outcome },
});
const update = (
  [expected, tag]: readonly [string, string],
  [startMs, endMs]: Times,
  outcome: 'done' | 'refused' = 'done',
): Operation => ({ ...{ kind: 'update', key, tag, expected, startMs, endMs, outcome } });
const remove = ([startMs, endMs]: Times, outcome: 'done' | 'refused' = 'done'): Operation => ({
  ...{ kind: 'delete', key, startMs, endMs, outcome },
});
const unknownPatch = (tag: string, startMs: number): Operation => ({
  ...{ kind: 'patch', key, tag, startMs, endMs: Infinity, outcome: 'unknown' },
});
const unknownDelete = (startMs: number): Operation => ({
  ...{ kind: 'delete', key, startMs, endMs: Infinity, outcome: 'unknown' },
});

describe('histories that are right', () => {
  it.each<[string, readonly Operation[]]>([
    ['nothing', []],
    ['one after the other', [create('1', [0, 1]), read('1', [2, 3]), remove([4, 5]), read(undefined, [6, 7])]],
    ['a read beside a write sees the old', [create('1', [0, 1]), patch('2', [2, 5]), read('1', [3, 4])]],
    ['a read beside a write sees the new', [create('1', [0, 1]), patch('2', [2, 5]), read('2', [3, 4])]],
    [
      'writes beside each other, in the order that the reads tell',
      [create('1', [0, 1]), patch('2', [2, 9]), patch('3', [2, 9]), read('3', [10, 11])],
    ],
    ['of two creations beside each other one is refused', [create('1', [0, 5], 'refused'), create('2', [0, 5])]],
    [
      'an update of an older version is refused',
      [create('1', [0, 1]), patch('2', [2, 3]), update(['1', '4'], [4, 5], 'refused')],
    ],
    [
      'an unknown write took effect much later',
      [create('1', [0, 1]), unknownPatch('2', 2), read('1', [3, 4]), read('2', [5, 6])],
    ],
    ['an unknown write never took effect', [create('1', [0, 1]), unknownPatch('2', 2), read('1', [8, 9])]],
    ['an unknown deletion explains a second creation', [create('1', [0, 1]), unknownDelete(2), create('2', [3, 4])]],
  ])('%s', (_, operations) => {
    expect(linearize(operations)).toBe('linearizable');
  });
});

describe('histories that are wrong', () => {
  it.each<[string, readonly Operation[]]>([
    ['a write is lost', [create('1', [0, 1]), patch('2', [2, 3]), read('1', [4, 5])]],
    ['a read goes back', [create('1', [0, 1]), patch('2', [2, 9]), read('2', [3, 4]), read('1', [5, 6])]],
    ['two creations of one object succeed', [create('1', [0, 5]), create('2', [0, 5])]],
    [
      'two updates of one version succeed',
      [create('1', [0, 1]), update(['1', '2'], [2, 9]), update(['1', '3'], [2, 9])],
    ],
    ['something is read that is deleted', [create('1', [0, 1]), remove([2, 3]), read('1', [4, 5])]],
    ['a creation is refused where there is nothing', [create('1', [0, 1], 'refused')]],
    ['an unknown write takes effect before it began', [create('1', [0, 1]), read('2', [2, 3]), unknownPatch('2', 4)]],
    [
      'an unknown write takes effect twice',
      [create('1', [0, 1]), unknownPatch('2', 2), read('2', [3, 4]), patch('3', [5, 6]), read('2', [7, 8])],
    ],
  ])('%s', (_, operations) => {
    expect(linearize(operations)).toEqual({ impossible: expect.anything() });
  });
});

describe('the search', () => {
  it('says that it is undecided where the possibilities are too many', () => {
    const unknown = Array.from({ length: 24 }, (_, index) => unknownPatch(String(index), 1));
    expect(linearize([create('a', [0, 0.5]), ...unknown, read('none', [2, 3])])).toBe('undecided');
  });

  it('is linear in a long history', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => patch(String(index), [2 * index + 2, 2 * index + 5]));
    expect(linearize([create('a', [0, 1]), ...long])).toBe('linearizable');
  });
});
