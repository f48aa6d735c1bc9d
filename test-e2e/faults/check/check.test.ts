import { describe, expect, it } from '@jest/globals';

import { check } from './check.ts';
import type { Record } from './check.ts';

const key = 'a/b';

/** A creation, a change and a deletion, one watch over them, and a pause that a late answer is excused by. */
const right: Record = {
  operations: [
    { kind: 'create', key, tag: 't1', outcome: 'done', revision: 10, startMs: 0, endMs: 1 },
    { kind: 'patch', key, tag: 't2', outcome: 'done', revision: 11, startMs: 2, endMs: 3 },
    { kind: 'patch', key, tag: 't3', outcome: 'unknown', startMs: 3, endMs: Infinity },
    { kind: 'read', key, seen: 't2', startMs: 4, endMs: 5 },
    { kind: 'delete', key, outcome: 'done', startMs: 6, endMs: 7 },
  ],
  shown: [{ key, tag: 't1', revision: 10 }],
  sessions: [
    {
      watcher: 'w',
      from: 9,
      events: [
        { type: 'ADDED', key, revision: 10, tag: 't1' },
        { type: 'MODIFIED', key, revision: 11, tag: 't2' },
      ],
      through: 11,
    },
    { watcher: 'w', from: 11, events: [{ type: 'DELETED', key, revision: 13, tag: 't2' }], through: 20 },
  ],
  failures: [{ what: 'no answer', startMs: 3, endMs: 4 }],
  faults: [{ kind: 'pause-replica', target: 'r', startMs: 2, endMs: 5 }],
  history: [
    { key, revision: 10, createRevision: 10, version: 1, tag: 't1' },
    { key, revision: 11, createRevision: 10, version: 2, tag: 't2' },
    { key, revision: 13, createRevision: 0, version: 0, tag: undefined },
  ],
};

const without = <T>(all: readonly T[], at: number): readonly T[] => all.filter((_, index) => index !== at);
const [first, second] = right.sessions;
const sessions = (change: object) => [{ ...first, ...change } as (typeof right.sessions)[number]];

describe('a run', () => {
  it('that kept all promises has no findings', () => {
    expect(check(right)).toEqual([]);
  });

  it.each<[string, Partial<Record>, string]>([
    ['an acknowledged write is not stored', { history: without(right.history, 1) }, 'lost: patch of a/b t2'],
    [
      'a write is acknowledged at a revision where it is not',
      { operations: [{ kind: 'create', key, tag: 't1', outcome: 'done', revision: 12, startMs: 0, endMs: 1 }] },
      'elsewhere: create of a/b t1',
    ],
    [
      'a write is stored twice',
      { history: [...right.history, { key, revision: 14, createRevision: 14, version: 1, tag: 't1' }] },
      'twice: t1 is stored at 10 and at 14',
    ],
    [
      'a write that was refused is stored',
      { operations: [{ kind: 'create', key, tag: 't1', outcome: 'refused', startMs: 0, endMs: 1 }] },
      'refused: create of a/b t1',
    ],
    [
      'a read is stale',
      { operations: [...right.operations, { kind: 'read', key, seen: 't2', startMs: 8, endMs: 9 }] },
      'not linearizable: {"kind":"read","key":"a/b","seen":"t2"',
    ],
    ['a version is shown that never was', { shown: [{ key, tag: 't1', revision: 11 }] }, 'invented: a/b t1 at 11'],
    [
      'a watch skips an event',
      { sessions: sessions({ events: without(first?.events ?? [], 0) }) },
      'watch: w from 9 got',
    ],
    [
      'a watch skips the last event',
      { sessions: sessions({ events: without(first?.events ?? [], 1) }) },
      'without MODIFIED',
    ],
    ['a watch delivers twice', { sessions: sessions({ from: 10 }) }, 'watch: w from 10 got ADDED'],
    [
      'a watch is out of order',
      { sessions: sessions({ events: [...(first?.events ?? [])].reverse() }) },
      'watch: w from 9 got MODIFIED',
    ],
    [
      'a watch tells another type',
      {
        sessions: [
          {
            ...second,
            events: [{ type: 'MODIFIED', key, revision: 13, tag: 't2' }],
          } as (typeof right.sessions)[number],
        ],
      },
      'in place of DELETED',
    ],
    ['a failure has no fault beside it', { faults: [] }, 'unexplained: no answer'],
    [
      'a failure has a fault beside it that does not explain it',
      { faults: [{ kind: 'clock-jump', target: 'r', startMs: 2, endMs: 5 }] },
      'unexplained: no answer',
    ],
    [
      'the reader of the history missed a version',
      { history: [...right.history, { key, revision: 15, createRevision: 14, version: 2, tag: 't9' }] },
      'history: a/b goes from version 0 to 2',
    ],
  ])('is judged: %s', (_, change, finding) => {
    expect(check({ ...right, ...change })).toContainEqual(expect.stringContaining(finding));
  });
});
