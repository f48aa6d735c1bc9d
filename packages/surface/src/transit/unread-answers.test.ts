import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { UnreadAnswers, type UnreadOptions } from './unread-answers.ts';

const many = { count: 1_000, bytes: 1_000_000 };

function open(budgets: Partial<UnreadOptions['budgets']>) {
  const unread = new UnreadAnswers({
    budgets: { perUser: many, total: many, ...budgets },
    patienceSeconds: 3,
    tickMs: 10,
  });
  const cut: string[] = [];
  const begin = (user: string, bytes: number, name = user) => unread.begin(user, bytes, () => cut.push(name));
  return { unread, begin, cut };
}

describe('unread answers', () => {
  it('leave their user without room when there are too many or too large ones, and nobody else', () => {
    for (const perUser of [
      { count: 2, bytes: 1_000 },
      { count: 10, bytes: 299 },
    ]) {
      const { unread, begin } = open({ perUser });
      const answers = [100, 100, 100].map((bytes) => begin('alice', bytes));
      expect(unread.hasRoom('alice')).toBe(false);
      expect(unread.hasRoom('bob')).toBe(true);
      for (const answer of answers.slice(1)) unread.end(answer);
      for (const answer of answers.slice(1)) unread.end(answer);
      expect(unread.hasRoom('alice')).toBe(true);
    }
  });

  it('leave those without room who hold more than the mean when all are too much', () => {
    const { unread, begin } = open({ total: { count: 100, bytes: 1_000 } });
    begin('alice', 900);
    begin('bob', 200);
    expect(unread.hasRoom('alice')).toBe(false);
    expect(unread.hasRoom('bob')).toBe(true);
    expect(unread.hasRoom('carol')).toBe(true);
  });

  it('are cut off after some time, the oldest first, and no more than has to be', async () => {
    const { begin, cut } = open({ perUser: { count: 100, bytes: 250 } });
    for (const name of ['first', 'second', 'third', 'fourth']) begin('alice', 100, name);
    begin('bob', 200);
    expect(cut).toEqual([]);
    while (cut.length < 2) await delay(5);
    await delay(100);
    expect(cut).toEqual(['first', 'second']);
  });

  it('are cut off of those who hold most when all are too much', async () => {
    const { begin, cut } = open({ total: { count: 100, bytes: 1_000 } });
    begin('bob', 100);
    for (let count = 0; count < 10; count += 1) begin('alice', 100);
    while (cut.length < 1) await delay(5);
    await delay(100);
    expect(cut).toEqual(['alice']);
  });

  it('are not cut off while there is room, nor while they move', async () => {
    const { unread, begin, cut } = open({ perUser: { count: 100, bytes: 250 } });
    begin('bob', 200);
    const moving = begin('alice', 200, 'moving');
    begin('alice', 200, 'stuck');
    const turning = setInterval(() => unread.renew(moving, 200), 5);
    while (cut.length < 1) await delay(5);
    await delay(100);
    clearInterval(turning);
    expect(cut).toEqual(['stuck']);
  });
});
