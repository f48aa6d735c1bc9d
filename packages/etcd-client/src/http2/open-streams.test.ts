import { describe, expect, it } from '@jest/globals';

import type { Http2Exchange } from './exchange.ts';
import { createOpenStreams } from './open-streams.ts';

const exchange = (): Http2Exchange => ({
  head: Buffer.alloc(0),
  body: Buffer.alloc(0),
  onHeaders: () => undefined,
  onData: () => undefined,
  onEnd: () => undefined,
});

describe('the open streams', () => {
  it('are found by their ids and taken out once, wherever they are', () => {
    const open = createOpenStreams();
    const all = [1, 3, 5, 7, 9].map((stream) => ({ stream, exchange: exchange() }));
    for (const each of all) open.add(each.stream, each.exchange);
    for (const stream of [5, 1, 9]) {
      const wanted = all.find((each) => each.stream === stream)?.exchange;
      expect(open.find(stream)).toBe(wanted);
      expect(open.take(stream)).toBe(wanted);
      expect(open.find(stream)).toBeUndefined();
      expect(open.take(stream)).toBeUndefined();
    }
    expect(open.all().map(({ stream }) => stream)).toEqual([3, 7]);
    for (const stream of [0, 4, 8, 11]) expect(open.find(stream)).toBeUndefined();
    open.add(11, exchange());
    expect(open.take(7)).toBe(all[3]?.exchange);
    expect(open.all().map(({ stream }) => stream)).toEqual([3, 11]);
  });
});
