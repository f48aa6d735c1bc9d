import { expect, it } from '@jest/globals';

import { createWriteFlow } from './write-flow.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function createWrites() {
  const ends: ((error?: Error) => void)[] = [];
  const write = (): Promise<void> =>
    new Promise((resolve, reject) => {
      ends.push((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  return { write, ends };
}

it('a write flow starts a write once fewer than its limit are under way', async () => {
  const { write, ends } = createWrites();
  const flow = createWriteFlow(2);
  await flow.add(write);
  await flow.add(write);
  const third = flow.add(write);
  await turn();
  expect(ends.length).toBe(2);
  ends[0]?.();
  await third;
  expect(ends.length).toBe(3);
});

it('a write flow settles once all writes have ended', async () => {
  const { write, ends } = createWrites();
  const flow = createWriteFlow(2);
  let isSettled = false;
  await flow.add(write);
  await flow.add(write);
  const settled = flow.settle().then(() => (isSettled = true));
  ends[1]?.();
  await turn();
  expect(isSettled).toBe(false);
  ends[0]?.();
  await settled;
});

it('a write flow starts no write after one has failed, and rejects with the first failure', async () => {
  const { write, ends } = createWrites();
  const flow = createWriteFlow(2);
  await flow.add(write);
  await flow.add(write);
  const third = flow.add(write);
  ends[1]?.(new Error('first'));
  await expect(third).rejects.toThrow('first');
  ends[0]?.(new Error('second'));
  await expect(flow.settle()).rejects.toThrow('first');
  expect(ends.length).toBe(2);
});
