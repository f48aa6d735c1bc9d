import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createStoreHistory } from './store-history.ts';
import type { HistoryEnd, HistoryMark, StoreHistory } from './store-history.ts';

const value = Buffer.from('1');

function begin(): { history: StoreHistory; ends: HistoryEnd[] } {
  const ends: HistoryEnd[] = [];
  return { history: createStoreHistory((end) => void ends.push(end)), ends };
}

/** A question that is asked and answered at once. */
const answered = (history: StoreHistory, revision: number, isCommit = false): boolean =>
  history.check(history.mark(), { revision, isCommit });

describe('the history of a store', () => {
  it('goes on while answers show what was known when they were asked for', () => {
    const { history, ends } = begin();
    for (const revision of [5, 5, 6, 9]) expect(answered(history, revision)).toBe(true);
    expect(answered(history, 10, true)).toBe(true);
    expect(ends).toEqual([]);
  });

  it('goes on when answers overtake each other', () => {
    const { history, ends } = begin();
    answered(history, 5);
    const [first, second] = [history.mark(), history.mark()];
    history.check(second, { revision: 9 });
    history.check(first, { revision: 5 });
    expect(ends).toEqual([]);
  });

  it('ends with an answer that is older than what was known when it was asked for', () => {
    const { history, ends } = begin();
    answered(history, 500);
    answered(history, 120);
    expect(ends).toEqual([{ seen: 'revision 500 was known and the newest is 120', lastRevision: 500 }]);
    answered(history, 121);
    expect(ends.length).toBe(1);
  });

  it('ends with a write that gets a revision which another one has', () => {
    const { history, ends } = begin();
    answered(history, 7);
    answered(history, 7, true);
    expect(ends).toEqual([{ seen: 'revision 7 was known and was given to another write', lastRevision: 7 }]);
  });

  it('counts what a watch has brought as known', () => {
    const { history, ends } = begin();
    history.noteEvent({ key: 'a', revision: 40, value });
    answered(history, 39);
    expect(ends.length).toBe(1);
  });

  it('does not listen to answers of the one before', () => {
    const { history, ends } = begin();
    answered(history, 500);
    const late = history.mark();
    answered(history, 120);
    expect(history.check(late, { revision: 501 })).toBe(false);
    history.end(late, 'late');
    expect(answered(history, 120)).toBe(true);
    expect(ends.length).toBe(1);
  });

  it('keeps the newest write as evidence, and the deletion after it', () => {
    const { history } = begin();
    const write = (revision: number, isDeleted = false) =>
      history.noteEvent({ key: `k${revision}`, revision, value: isDeleted ? undefined : value });
    const kept = () =>
      history
        .evidence()
        .flatMap(({ written, deleted }) => [written?.revision, deleted?.revision])
        .slice(0, 2);
    write(3, true);
    expect(kept()).toEqual([undefined, 3]);
    write(2);
    expect(kept()).toEqual([2, 3]);
    write(5);
    expect(kept()).toEqual([5, undefined]);
    for (const revision of [8, 7]) write(revision, true);
    write(6);
    expect(kept()).toEqual([6, 8]);
    answered(history, 4);
    expect(kept()).toEqual([undefined, undefined]);
  });
});

type Step =
  { readonly kind: 'ask' | 'write' | 'foreign' | 'watch' } | { readonly kind: 'answer'; readonly which: number };

interface Question {
  readonly mark: HistoryMark;
  /** Decided by the store at some moment between question and answer. */
  readonly revision: number;
  readonly isCommit: boolean;
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ kind: 'ask' }, { kind: 'write' }, { kind: 'foreign' }, { kind: 'watch' }),
  fc.nat().map((which): Step => ({ kind: 'answer', which })),
);

/** Questions are under way side by side, and are answered in any order. Returns a function that takes the next step. */
function play(history: StoreHistory, store: { revision: number }): (step: Step) => void {
  const underWay: Question[] = [];
  return (step) => {
    const mark = history.mark();
    switch (step.kind) {
      case 'foreign':
        store.revision += 1;
        return;
      case 'ask':
        underWay.push({ mark, revision: store.revision, isCommit: false });
        return;
      case 'write':
        store.revision += 1;
        underWay.push({ mark, revision: store.revision, isCommit: true });
        return;
      case 'watch':
        history.noteEvent({ key: 'k', revision: store.revision, value });
        return;
      case 'answer': {
        const [question] = underWay.splice(step.which % Math.max(underWay.length, 1), 1);
        if (question !== undefined) history.check(question.mark, question);
      }
    }
  };
}

describe('answers in any order', () => {
  it('never end a history that goes on', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 400, size: 'max' }), (plan) => {
        const { history, ends } = begin();
        const take = play(history, { revision: 1 });
        for (const step of plan) take(step);
        expect(ends).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('end a history once, with the first question to a store that went back, whatever comes late', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 100 }), fc.array(steps, { maxLength: 100 }), (before, after) => {
        const { history, ends } = begin();
        const store = { revision: 100 };
        const take = play(history, store);
        for (const step of [...before, { kind: 'watch' } as const]) take(step);
        store.revision = 50;
        answered(history, store.revision);
        expect(ends.length).toBe(1);
        for (const step of after) take(step);
        expect(ends.length).toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });
});
