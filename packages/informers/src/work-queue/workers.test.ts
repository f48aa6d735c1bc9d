/** Workers over a queue, on a clock that the test moves. */
import { describe, expect, it } from '@jest/globals';
import { createFakeClock } from '@keelson/cache/testing';

import { createBackoff } from './backoff.ts';
import { createWorkQueue } from './work-queue.ts';
import { startWorkers } from './workers.ts';
import type { Reconcile } from './workers.ts';

function start(reconcile: Reconcile, count = 1) {
  const clock = createFakeClock();
  const queue = createWorkQueue({ name: 'test', clock, backoff: createBackoff({ baseMs: 100, jitter: 0 }) });
  const warnings: unknown[] = [];
  startWorkers({ queue, reconcile, count, name: 'tester', logger: { warn: (_, fields) => warnings.push(fields) } });
  return { clock, queue, warnings };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a worker', () => {
  it('tries a key again after a back-off when its work fails, says so, and forgets that on success', async () => {
    const tries: string[] = [];
    const failures = ['no', 'not yet'];
    const { clock, queue, warnings } = start((key) => {
      tries.push(key);
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve(undefined) : Promise.reject(new Error(failure));
    });
    queue.add('a');
    await turn();
    expect(warnings).toEqual([{ controller: 'tester', key: 'a', retries: 1, error: new Error('no') }]);
    clock.advance(100);
    await turn();
    clock.advance(199);
    await turn();
    expect(tries).toHaveLength(2);
    clock.advance(1);
    await turn();
    expect([tries.length, queue.retries('a')]).toEqual([3, 0]);
  });

  it('keeps the failures of a key that waits for an event', async () => {
    const results: readonly (() => ReturnType<Reconcile>)[] = [
      () => Promise.reject(new Error('no')),
      () => Promise.resolve({ waits: true }),
    ];
    let tries = 0;
    const { clock, queue } = start(() => results[tries++]?.() ?? Promise.resolve(undefined));
    queue.add('a');
    await turn();
    clock.advance(100);
    await turn();
    clock.advance(1_000);
    await turn();
    expect([tries, queue.retries('a')]).toEqual([2, 1]);
    queue.add('a');
    await turn();
    expect([tries, queue.retries('a')]).toEqual([3, 0]);
  });

  it('comes back to a key after a while if its work asks for that', async () => {
    const tries: string[] = [];
    const { clock, queue } = start((key) => {
      tries.push(key);
      return Promise.resolve(tries.length === 1 ? { requeueAfterMs: 50 } : undefined);
    });
    queue.add('a');
    await turn();
    clock.advance(50);
    await turn();
    clock.advance(1_000);
    await turn();
    expect(tries).toEqual(['a', 'a']);
  });

  it('backs off from a key without a word where its work asks for that', async () => {
    const tries: string[] = [];
    const { clock, queue, warnings } = start((key) => {
      tries.push(key);
      return Promise.resolve(tries.length < 3 ? { backsOff: true } : undefined);
    });
    queue.add('a');
    await turn();
    clock.advance(100);
    await turn();
    clock.advance(199);
    await turn();
    expect([tries.length, queue.retries('a')]).toEqual([2, 2]);
    clock.advance(1);
    await turn();
    expect([tries.length, queue.retries('a'), warnings]).toEqual([3, 0, []]);
  });

  it('survives work that throws before it returns a promise', async () => {
    const tries: string[] = [];
    const { queue, warnings } = start((key) => {
      tries.push(key);
      if (key === 'a') throw new Error('at once');
      return Promise.resolve(undefined);
    });
    queue.add('a');
    queue.add('b');
    await turn();
    await turn();
    expect([tries, warnings.length]).toEqual([['a', 'b'], 1]);
  });

  it('shares a queue with others, each with a key of its own, and finishes what it began', async () => {
    const ends: (() => void)[] = [];
    const { queue } = start(() => new Promise((resolve) => void ends.push(() => resolve(undefined))), 2);
    for (const key of ['a', 'b', 'c']) queue.add(key);
    await turn();
    expect([ends.length, queue.depth()]).toEqual([2, 1]);
    const over = queue.shutDown();
    for (const end of ends) end();
    await over;
    expect(ends).toHaveLength(2);
  });
});
