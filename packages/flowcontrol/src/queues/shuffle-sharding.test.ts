import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { dealHand, flowHash } from './shuffle-sharding.ts';

const recorded: readonly (readonly [schema: string, distinguisher: string, queues: number, hand: readonly number[]])[] =
  [
    ['flow-queue-by-user', 'alice', 64, [13]],
    ['flow-queue-by-user', 'bob', 64, [48]],
    ['flow-queue-full-hand', 'alice', 4, [0, 2]],
    ['flow-queue-hand', 'alice', 8, [0, 3, 2]],
    ['flow-queue-hand', 'bob', 8, [5, 3, 0]],
  ];

describe('shuffle sharding', () => {
  it.each(recorded)('deals the flow %s/%s, out of %i queues, the hand that other servers deal it: %j', (...row) => {
    const [schema, distinguisher, queues, hand] = row;
    expect(dealHand(flowHash(schema, distinguisher), queues, hand.length)).toEqual(hand);
  });

  it('deals different queues, each below the number of queues', () => {
    const cases = fc.tuple(
      fc.bigInt(0n, 2n ** 64n - 1n),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 12 }),
    );
    fc.assert(
      fc.property(cases, ([hash, queues, size]) => {
        const hand = dealHand(hash, queues, Math.min(size, queues));
        expect(new Set(hand).size).toBe(Math.min(size, queues));
        for (const card of hand) expect(card >= 0 && card < queues).toBe(true);
      }),
    );
  });
});
