/** Homes for the servers of one file of tests, which go when the tests are over. */
import { afterAll } from '@jest/globals';

import { makeHome } from './serve.ts';
import type { Home } from './serve.ts';

export function useHomes(): () => Promise<Home> {
  const homes: Home[] = [];
  afterAll(async () => {
    const removed = await Promise.allSettled(homes.map((home) => home.remove()));
    for (const each of removed) if (each.status === 'rejected') throw each.reason;
  });
  return async () => {
    const home = await makeHome();
    homes.push(home);
    return home;
  };
}
