import { describe, expect, it } from '@jest/globals';

import type { Exchange } from './exchange.ts';
import { createRunning } from './running.ts';

const exchange = (): Exchange => ({
  head: Buffer.alloc(0),
  body: Buffer.alloc(0),
  onHeaders: () => undefined,
  onData: () => undefined,
  onEnd: () => undefined,
});

describe('running exchanges', () => {
  it('are found by their streams and taken out once, from wherever they stand', () => {
    const running = createRunning();
    const all = [1, 3, 5, 7, 9].map((stream) => ({ stream, exchange: exchange() }));
    for (const each of all) running.add(each.stream, each.exchange);
    for (const stream of [5, 1, 9]) {
      const wanted = all.find((each) => each.stream === stream)?.exchange;
      expect(running.find(stream)).toBe(wanted);
      expect(running.take(stream)).toBe(wanted);
      expect(running.find(stream)).toBeUndefined();
      expect(running.take(stream)).toBeUndefined();
    }
    expect(running.all().map(({ stream }) => stream)).toEqual([3, 7]);
    for (const stream of [0, 4, 8, 11]) expect(running.find(stream)).toBeUndefined();
    running.add(11, exchange());
    expect(running.take(7)).toBe(all[3]?.exchange);
    expect(running.all().map(({ stream }) => stream)).toEqual([3, 11]);
  });
});
