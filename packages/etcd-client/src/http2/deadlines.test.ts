import { describe, expect, it } from '@jest/globals';

import { createDeadlines } from './deadlines.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('deadlines', () => {
  it('are told of in their order, and not to who is done', async () => {
    const deadlines = createDeadlines();
    const late: string[] = [];
    const due = (name: string, afterMs: number) => ({
      deadline: Date.now() + afterMs,
      onLate: () => void late.push(name),
    });
    const [slow, quick, done, past] = [due('slow', 60), due('quick', 20), due('done', 30), due('past', -5)];
    for (const each of [slow, quick, done, past]) deadlines.add(each);
    deadlines.delete(done);
    await wait(10);
    expect(late).toEqual(['past']);
    await wait(120);
    expect(late).toEqual(['past', 'quick', 'slow']);
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
