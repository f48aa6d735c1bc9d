import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { checkLinearizable } from './linearizability.ts';
import type { Operation, Token } from './linearizability.ts';

type Times = readonly [startedAt: number, endedAt: number];

const read = (saw: Token, [startedAt, endedAt]: Times): Operation => ({
  key: 'k',
  action: { kind: 'read', saw },
  startedAt,
  endedAt,
});

const write = (expected: Token, wrote: Token, [startedAt, endedAt]: Times, outcome: 'done' | 'unknown' = 'done') => ({
  key: 'k',
  action: { kind: 'write' as const, expected, wrote, outcome },
  startedAt,
  endedAt,
});

/** The results of a perfect register for random operations, with times drawn around the moment each took effect. */
const perfectHistory = fc
  .array(
    fc.record({
      isRead: fc.boolean(),
      deletes: fc.boolean(),
      before: fc.nat(30),
      after: fc.nat(30),
      isLost: fc.nat(9).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let holding: Token;
    return steps.map(({ isRead, deletes, before, after, isLost }, index): Operation => {
      const times: Times = [index * 10 - before, index * 10 + after];
      if (isRead) return read(holding, times);
      const expected = holding;
      holding = deletes && expected !== undefined ? undefined : index + 1;
      return write(expected, holding, times, isLost ? 'unknown' : 'done');
    });
  });

describe('checkLinearizable', () => {
  it('accepts reads that see the last write', () => {
    const history = [write(undefined, 1, [0, 1]), read(1, [2, 3]), write(1, 2, [4, 5]), read(2, [6, 7])];
    expect(checkLinearizable(history)).toEqual({ ok: true });
  });

  it('finds a planted stale read', () => {
    const stale = read(1, [6, 7]);
    const verdict = checkLinearizable([write(undefined, 1, [0, 1]), write(1, 2, [2, 5]), stale]);
    expect(verdict).toEqual({ ok: false, key: 'k', holding: 2, stuckAt: [stale] });
  });

  it('accepts either answer of a read that overlaps a write, but not new and then old', () => {
    const during = write(1, 2, [10, 40]);
    const first = write(undefined, 1, [0, 1]);
    expect(checkLinearizable([first, during, read(1, [11, 12]), read(2, [20, 21])]).ok).toBe(true);
    expect(checkLinearizable([first, during, read(2, [11, 12]), read(1, [20, 21])]).ok).toBe(false);
  });

  it('refuses two writes that expected the same and both went through', () => {
    expect(checkLinearizable([write(undefined, 1, [0, 5]), write(undefined, 2, [1, 6])]).ok).toBe(false);
  });

  it('refuses a refusal that shows what the key never held', () => {
    const refused: Operation = {
      key: 'k',
      action: { kind: 'write', expected: 9, wrote: 3, outcome: { refusedBecauseOf: 2 } },
      startedAt: 2,
      endedAt: 3,
    };
    expect(checkLinearizable([write(undefined, 1, [0, 1]), refused]).ok).toBe(false);
  });

  it('lets a write without an answer happen late, or never', () => {
    const lost = write(undefined, 1, [0, 1], 'unknown');
    expect(checkLinearizable([lost, read(undefined, [2, 3])]).ok).toBe(true);
    expect(checkLinearizable([lost, read(undefined, [2, 3]), read(1, [4, 5])]).ok).toBe(true);
    expect(checkLinearizable([lost, read(1, [2, 3]), read(undefined, [4, 5])]).ok).toBe(false);
  });

  it('checks each key by itself', () => {
    const other = { ...read(undefined, [8, 9]), key: 'other' };
    expect(checkLinearizable([write(undefined, 1, [0, 1]), other]).ok).toBe(true);
  });

  it('accepts whatever a perfect register does', () => {
    fc.assert(fc.property(perfectHistory, (history) => checkLinearizable(history).ok));
  });

  it('finds a read of a token that had been replaced before the read began', () => {
    fc.assert(
      fc.property(perfectHistory, fc.nat(), (history, pick) => {
        const done = history.filter(({ action }) => action.kind === 'write' && action.outcome === 'done');
        const older = done[pick % done.length];
        // One that overlaps may have come first, where a write without an answer made way for both.
        const newer = done.find(({ startedAt }) => startedAt > (older?.endedAt ?? Infinity));
        fc.pre(older?.action.kind === 'write' && newer !== undefined && older.action.wrote !== undefined);
        const end = Math.max(...history.map(({ endedAt }) => endedAt));
        return !checkLinearizable([...history, read(older.action.wrote, [end + 1, end + 2])]).ok;
      }),
    );
  });

  it('takes 20,000 operations of 16 clients on one key in its stride', () => {
    let holding: Token;
    const history = Array.from({ length: 20_000 }, (_, index): Operation => {
      const times: Times = [index * 10 - 80, index * 10 + 80];
      if (index % 3 > 0) return read(holding, times);
      const expected = holding;
      holding = index + 1;
      return write(expected, holding, times);
    });
    expect(checkLinearizable(history)).toEqual({ ok: true });
  });
});
