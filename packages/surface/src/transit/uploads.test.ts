import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { Uploads, type CutOff, type Upload, type UploadOptions } from './uploads.ts';

const many = { count: 1_000, bytes: 1_000_000 };
const patient = { silenceSeconds: 1_000_000, graceSeconds: 1_000_000, leastBytesPerSecond: 0 };

function open(budgets: Partial<UploadOptions['budgets']> = {}, more: Partial<UploadOptions> = {}) {
  const uploads = new Uploads({ budgets: { perUser: many, total: many, ...budgets }, pace: patient, ...more });
  const cut: string[] = [];
  const begin = (user: string | undefined, name = user ?? 'exempt'): Upload | undefined => {
    const upload = uploads.begin(user);
    upload?.expect((why: CutOff) => cut.push(`${name} ${why}`));
    return upload;
  };
  return { begin, cut };
}

describe('uploads', () => {
  it('of a user are so many at a time, and those of others are their own', () => {
    const { begin } = open({ perUser: { count: 2, bytes: 1_000 } });
    const first = begin('alice');
    expect(begin('alice')).toBeDefined();
    expect(begin('alice')).toBeUndefined();
    expect(begin('bob')).toBeDefined();
    first?.end();
    first?.end();
    expect(begin('alice')).toBeDefined();
    expect(begin('alice')).toBeUndefined();
  });

  it('of a user hold so many bytes, until their requests are over', () => {
    const { begin } = open({ perUser: { count: 9, bytes: 1_000 } });
    const [first, second] = [begin('alice'), begin('alice')];
    expect(first?.grow(600)).toBe(true);
    expect(second?.grow(401)).toBe(false);
    second?.end();
    first?.complete();
    const third = begin('alice');
    expect(third?.grow(401)).toBe(false);
    third?.end();
    first?.end();
    expect(begin('alice')?.grow(1_000)).toBe(true);
  });

  it('of those who are exempt have no bounds', () => {
    const { begin, cut } = open({ perUser: { count: 0, bytes: 0 }, total: { count: 0, bytes: 0 } });
    expect(begin(undefined)?.grow(1_000_000)).toBe(true);
    expect(cut).toEqual([]);
  });

  it('of all have a bound, at the cost of the user who holds most: the oldest goes first', () => {
    const { begin, cut } = open({ total: { count: 100, bytes: 1_000 } });
    begin('alice', 'first')?.grow(400);
    begin('alice', 'second')?.grow(400);
    expect(begin('bob')?.grow(300)).toBe(true);
    expect(cut).toEqual(['first crowded']);
  });

  it('refuse the user who holds most when all are too much', () => {
    const { begin, cut } = open({ total: { count: 100, bytes: 1_000 } });
    begin('bob')?.grow(300);
    const large = begin('alice');
    expect(large?.grow(701)).toBe(false);
    expect(cut).toEqual([]);
  });

  it('leave alone what has come and is being carried out', () => {
    const { begin, cut } = open({ total: { count: 100, bytes: 1_000 } });
    const whole = begin('alice');
    whole?.grow(800);
    whole?.complete();
    expect(begin('bob')?.grow(300)).toBe(false);
    expect(cut).toEqual([]);
  });

  it('bound the number of all of them, too', () => {
    const { begin, cut } = open({ total: { count: 3, bytes: 1_000 } });
    begin('alice', 'first');
    begin('alice', 'second');
    begin('bob');
    expect(begin('carol')).toBeDefined();
    expect(cut).toEqual(['first crowded']);
  });

  it('are given up when nothing comes, or hardly anything, and those that come are not', async () => {
    const pace = { silenceSeconds: 3, graceSeconds: 5, leastBytesPerSecond: 100 };
    const { begin, cut } = open({}, { pace, tickMs: 10 });
    begin('silent');
    const [trickle, steady, done] = [begin('trickle'), begin('steady'), begin('done')];
    done?.complete();
    const sending = setInterval(() => {
      trickle?.grow(1);
      steady?.grow(10_000);
    }, 5);
    while (cut.length < 2) await delay(5);
    await delay(100);
    clearInterval(sending);
    expect(cut).toEqual(['silent slow', 'trickle slow']);
  });
});
