/** The work queue, on a clock that the test moves. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFakeClock } from '@keelson/cache/testing';
import type { FakeClock } from '@keelson/cache/testing';
import fc from 'fast-check';

import { createBackoff } from './backoff.ts';
import { createWorkQueue } from './work-queue.ts';
import type { WorkQueue } from './work-queue.ts';

let clock: FakeClock;
let queue: WorkQueue;
beforeEach(() => {
  clock = createFakeClock();
  queue = createWorkQueue({ name: 'test', clock, backoff: createBackoff({ baseMs: 100, maxMs: 1_000, jitter: 0 }) });
});

/** The keys that wait, taken in their order and done. */
async function takeAll(): Promise<string[]> {
  const keys: string[] = [];
  while (queue.depth() > 0) {
    const key = (await queue.get()) ?? '';
    keys.push(key);
    queue.done(key);
  }
  return keys;
}

describe('a key', () => {
  it('is given once, however often it was added, in the order of the first adds', async () => {
    for (const key of ['b', 'a', 'b', 'c', 'a']) queue.add(key);
    expect(queue.depth()).toBe(3);
    expect(await takeAll()).toEqual(['b', 'a', 'c']);
  });

  it('that is added while in work comes again, once, when that is done', async () => {
    queue.add('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    queue.add('b');
    expect(await queue.get()).toBe('b');
    queue.done('b');
    const next = queue.get();
    queue.done('a');
    expect(await next).toBe('a');
    queue.done('a');
    expect(queue.depth()).toBe(0);
  });

  it('goes to a worker that waits already', async () => {
    const [first, second] = [queue.get(), queue.get()];
    queue.add('a');
    queue.add('b');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });

  it('is added after its delay and not before; of several delays the one that ends first counts', async () => {
    queue.addAfter('a', 500);
    queue.addAfter('a', 200);
    queue.addAfter('a', 300);
    clock.advance(199);
    expect(queue.depth()).toBe(0);
    clock.advance(1);
    expect(await takeAll()).toEqual(['a']);
    clock.advance(1_000);
    expect(queue.depth()).toBe(0);
  });

  it('waits longer with every failure, up to the limit, and begins anew once it is forgotten', async () => {
    const delays: number[] = [];
    for (let failures = 0; failures < 6; failures += 1) {
      queue.addRateLimited('a');
      const beganMs = clock.now();
      while (queue.depth() === 0) clock.advance(1);
      delays.push(clock.now() - beganMs);
      await takeAll();
    }
    expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    expect(queue.retries('a')).toBe(6);
    queue.forget('a');
    expect(queue.retries('a')).toBe(0);
    queue.addRateLimited('a');
    clock.advance(100);
    expect(await takeAll()).toEqual(['a']);
  });
});

describe('a shutdown', () => {
  it('drops what waits and what is delayed, and ends when nothing is in work', async () => {
    queue.add('a');
    queue.add('b');
    queue.addAfter('c', 10);
    await queue.get();
    let isOver = false;
    const over = queue.shutDown().then(() => {
      isOver = true;
    });
    expect(await queue.get()).toBeUndefined();
    queue.add('d');
    clock.advance(100);
    expect([queue.depth(), isOver]).toEqual([0, false]);
    queue.done('a');
    await over;
  });

  it('with drain gives out what waits, and what was added while in work, before it ends', async () => {
    queue.add('a');
    queue.add('b');
    expect(await queue.get()).toBe('a');
    queue.add('a');
    let isOver = false;
    const over = queue.shutDownWithDrain().then(() => {
      isOver = true;
    });
    queue.add('late');
    expect(await queue.get()).toBe('b');
    queue.done('b');
    queue.done('a');
    expect(await queue.get()).toBe('a');
    expect(isOver).toBe(false);
    queue.done('a');
    await over;
    expect(await queue.get()).toBeUndefined();
  });

  it('lets workers go that wait for a key', async () => {
    const waiting = queue.get();
    await queue.shutDown();
    expect(await waiting).toBeUndefined();
  });
});

describe('whatever is added, taken and done', () => {
  it('no key is in work twice at once, none is lost, and each add is followed by a get', async () => {
    const step = fc.record({ do: fc.constantFrom('add', 'get', 'done'), key: fc.constantFrom('a', 'b', 'c') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
        const tested = createWorkQueue({ name: 'law', clock: createFakeClock() });
        const inWork = new Set<string>();
        const wanted = new Set<string>();
        const take = async (): Promise<void> => {
          const key = (await tested.get()) ?? '';
          expect(inWork.has(key)).toBe(false);
          expect(wanted.delete(key)).toBe(true);
          inWork.add(key);
        };
        const finish = (key: string): void => {
          if (inWork.delete(key)) tested.done(key);
        };
        for (const { do: what, key } of steps) {
          if (what === 'add') {
            wanted.add(key);
            tested.add(key);
          } else if (what === 'done') finish(key);
          else if ([...wanted].some((each) => !inWork.has(each))) await take();
          expect(tested.depth()).toBe(wanted.size);
        }
        while (inWork.size > 0 || wanted.size > 0) {
          for (const key of [...inWork]) finish(key);
          while (wanted.size > 0 && inWork.size < wanted.size) await take();
        }
        expect(tested.depth()).toBe(0);
      }),
    );
  });

  it('takes time in proportion to the number of keys', async () => {
    const count = 50_000;
    for (let key = 0; key < count; key += 1) queue.add(String(key));
    expect(await takeAll()).toHaveLength(count);
  });
});
