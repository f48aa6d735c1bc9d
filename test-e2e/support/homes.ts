/** Homes for the servers of one file of tests, which go when the tests are over. */
import { afterAll } from '@jest/globals';

import { makeHome } from './serve.ts';
import type { Environment, Home } from './serve.ts';

export function useHomes(): (environment?: Environment) => Promise<Home> {
  const homes: Home[] = [];
  afterAll(async () => {
    const removed = await Promise.allSettled(homes.map((home) => home.remove()));
    for (const each of removed) if (each.status === 'rejected') throw each.reason;
  });
  return async (environment) => {
    const home = await makeHome(environment);
    homes.push(home);
    return home;
  };
}
