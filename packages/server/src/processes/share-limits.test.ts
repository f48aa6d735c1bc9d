import { expect, it } from '@jest/globals';

import { shareBudgets, shareInFlight, shareNewcomers, shareOf } from './share-limits.ts';

it('a limit is shared out evenly, at least one for each worker, and none stays none', () => {
  expect([shareOf(400, 2), shareOf(5, 2), shareOf(1, 4), shareOf(0, 4), shareOf(7, 1)]).toEqual([200, 2, 1, 0, 7]);
});

it('the limits of requests and of waiting bytes are shared', () => {
  expect(shareInFlight({ readingInFlight: 400, mutatingInFlight: 0 }, 4)).toEqual({
    readingInFlight: 100,
    mutatingInFlight: 0,
  });
  const budget = { count: 10, bytes: 100 };
  expect(shareBudgets({ perUser: budget, total: budget }, 2).perUser).toEqual({ count: 5, bytes: 50 });
});

it('the limits of connections without any request are shared, and the time that each has is not', () => {
  const limits = { perAddress: 1_000, total: 5_000, patienceMs: 3_000 };
  expect(shareNewcomers(limits, 4)).toEqual({ perAddress: 250, total: 1_250, patienceMs: 3_000 });
});
