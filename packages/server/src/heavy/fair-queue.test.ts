import { describe, expect, it } from '@jest/globals';

import { createFairQueue, type FairQueue, type Queued } from './fair-queue.ts';

interface Named extends Queued {
  readonly name: string;
}

const task = (name: string, user: string, bytes = 1): Named => ({ name, user, bytes });

function names(queue: FairQueue<Named>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next.name);
  return taken;
}

describe('a fair queue', () => {
  it('lets users take turns, each with their own tasks in order', () => {
    const queue = createFairQueue<Named>({ tasks: 100, bytes: 100 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.add(task(name, 'a'));
    queue.add(task('b1', 'b'));
    queue.add(task('c1', 'c'));
    queue.add(task('b2', 'b'));
    expect(names(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(queue.size()).toBe(0);
  });

  it('has room for half of all for one user, and for others beside them', () => {
    const queue = createFairQueue<Named>({ tasks: 4, bytes: 1_000 });
    expect(['a', 'a', 'a'].map((user) => queue.add(task(user, user)))).toEqual([true, true, false]);
    expect(['b', 'b', 'c'].map((user) => queue.add(task(user, user)))).toEqual([true, true, false]);
    queue.take();
    expect(queue.add(task('c', 'c'))).toBe(true);
  });

  it('counts bytes as well', () => {
    const queue = createFairQueue<Named>({ tasks: 100, bytes: 10 });
    expect(queue.add(task('large', 'a', 6))).toBe(false);
    expect(queue.add(task('fits', 'a', 5))).toBe(true);
    expect(queue.add(task('more', 'a', 1))).toBe(false);
    expect(queue.add(task('others', 'b', 5))).toBe(true);
    expect(queue.add(task('full', 'c', 1))).toBe(false);
  });

  it('has room for what is bounded otherwise', () => {
    const queue = createFairQueue<Named>({ tasks: 2, bytes: 10 });
    const added = ['a', 'b', 'c'].map((name) => queue.add({ ...task(name, 'a'), isExempt: true }));
    expect(added).toEqual([true, true, true]);
    expect(queue.add(task('d', 'b'))).toBe(false);
    expect(names(queue)).toEqual(['a', 'b', 'c']);
  });

  it('can be emptied at once', () => {
    const queue = createFairQueue<Named>({ tasks: 10, bytes: 10 });
    queue.add(task('a', 'a'));
    queue.add(task('b', 'b'));
    expect(queue.drain().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(queue.take()).toBeUndefined();
  });
});
