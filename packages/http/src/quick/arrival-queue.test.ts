import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { ArrivalQueue } from './arrival-queue.ts';

/** Arrivals of clients, and what is handed on: the clients in order. A request takes `costMs` of a clock that stands else. */
function open(costMs: number) {
  let nowMs = 0;
  const queue = new ArrivalQueue({ now: () => nowMs });
  const handedOn: string[] = [];
  const arrive = (client: string, count = 1): void => {
    for (let each = 0; each < count; each += 1) {
      const handOn = (): void => {
        nowMs += costMs;
        handedOn.push(client);
      };
      if (queue.passes()) handOn();
      else queue.wait(client, handOn);
    }
  };
  return { queue, handedOn, arrive };
}

describe('an arrival queue', () => {
  it('hands on at once what a turn of the event loop has time for', async () => {
    const { handedOn, arrive } = open(0.03);
    for (let turn = 0; turn < 20; turn += 1) {
      arrive('a', 50);
      expect(handedOn).toHaveLength(50 * (turn + 1));
      await nextTurn();
    }
  });

  it('hands on fewer where each takes longer', async () => {
    const { handedOn, arrive } = open(0.5);
    arrive('a', 100);
    // Fifteen are too few to look at the clock.
    expect(handedOn).toHaveLength(15 + 4);
    await nextTurn();
    expect(handedOn).toHaveLength(15 + 4 + 4);
  });

  it('hands on no more than its number, where the work comes later', async () => {
    const queue = new ArrivalQueue({ mostPerTurn: 4, now: () => 0 });
    let handedOn = 0;
    for (let each = 0; each < 10; each += 1) {
      if (queue.passes()) handedOn += 1;
      else queue.wait('a', () => (handedOn += 1));
    }
    expect(handedOn).toBe(4);
    await nextTurn();
    expect(handedOn).toBe(8);
    await nextTurn();
    expect(handedOn).toBe(10);
  });

  it('hands on one in each turn, however long it takes', async () => {
    const { handedOn, arrive } = open(50);
    arrive('a', 18);
    expect(handedOn).toHaveLength(16);
    await nextTurn();
    expect(handedOn).toHaveLength(17);
    await nextTurn();
    expect(handedOn).toHaveLength(18);
  });

  it('lets clients take turns beyond that, whoever has sent how many', async () => {
    const { handedOn, arrive } = open(0.25);
    arrive('flood', 10_000);
    arrive('b');
    arrive('c', 2);
    const first = handedOn.length;
    expect(handedOn).toEqual(Array.from({ length: first }, () => 'flood'));
    await nextTurn();
    expect(handedOn.slice(first)).toEqual(['flood', 'b', 'c', 'flood', 'c', 'flood', 'flood', 'flood']);
    arrive('b');
    await nextTurn();
    expect(handedOn.slice(first + 8)).toContain('b');
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
