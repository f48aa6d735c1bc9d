import { describe, expect, it } from '@jest/globals';

import { createDeadlines } from './deadlines.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('deadlines', () => {
  it('are told of once each, not before they are past, and not to who is done', async () => {
    const deadlines = createDeadlines();
    const late: string[] = [];
    const due = (name: string, afterMs: number) => {
      const deadline = Date.now() + afterMs;
      return { deadline, onLate: () => void late.push(Date.now() < deadline ? `${name}, too soon` : name) };
    };
    const [slow, quick, done, past] = [due('slow', 60), due('quick', 20), due('done', 30), due('past', -5)];
    for (const each of [slow, quick, done, past]) deadlines.add(each);
    deadlines.delete(done);
    while (late.length < 3) await wait(5);
    await wait(20);
    expect(late.sort()).toEqual(['past', 'quick', 'slow']);
  });

  it('can be added when none was left', async () => {
    const deadlines = createDeadlines();
    const first = { deadline: Date.now() + 5, onLate: () => undefined };
    deadlines.add(first);
    deadlines.delete(first);
    await wait(20);
    const isLate = await new Promise((resolve) => {
      deadlines.add({ deadline: Date.now() + 5, onLate: () => resolve(true) });
    });
    expect(isLate).toBe(true);
  });
});
