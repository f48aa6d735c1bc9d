import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { ArrivalQueue } from './arrival-queue.ts';

/** Arrivals of clients, and what is handed on: the clients in order. */
function open() {
  const queue = new ArrivalQueue();
  const handedOn: string[] = [];
  const arrive = (client: string, count = 1): void => {
    for (let each = 0; each < count; each += 1) {
      const handOn = (): void => void handedOn.push(client);
      if (queue.passes()) handOn();
      else queue.wait(client, handOn);
    }
  };
  return { queue, handedOn, arrive };
}

describe('an arrival queue', () => {
  it('hands on at once what a turn of the event loop has room for', async () => {
    const { handedOn, arrive } = open();
    for (let turn = 0; turn < 20; turn += 1) {
      arrive('a', 16);
      expect(handedOn).toHaveLength(16 * (turn + 1));
      await nextTurn();
    }
  });

  it('lets clients take turns beyond that, whoever has sent how many', async () => {
    const { handedOn, arrive } = open();
    arrive('flood', 10_000);
    arrive('b');
    arrive('c', 2);
    expect(handedOn).toEqual(Array.from({ length: 64 }, () => 'flood'));
    await nextTurn();
    expect(handedOn.slice(64, 70)).toEqual(['flood', 'b', 'c', 'flood', 'c', 'flood']);
    expect(handedOn).toHaveLength(128);
    arrive('b');
    await nextTurn();
    expect(handedOn.slice(128)).toContain('b');
  });

  it('hands on each once, in the order of its client, and is at rest then', async () => {
    const queue = new ArrivalQueue();
    const seen: number[] = [];
    for (let each = 0; each < 1_000; each += 1) {
      const handOn = (): void => void seen.push(each);
      if (queue.passes()) handOn();
      else queue.wait('a', handOn);
    }
    while (seen.length < 1_000) await nextTurn();
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, each) => each));
    await nextTurn();
    expect(queue.passes()).toBe(true);
  });
});
