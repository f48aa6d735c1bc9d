/** For tests: what a test has opened is closed after it, clients before the servers that they call. */
import { afterEach } from '@jest/globals';

import type { Callouts } from '../contract.ts';
import { createCallouts, type CalloutsOptions } from '../create-callouts.ts';
import { noServices } from './posts.ts';

export type Closings = (() => void)[];

export function closeAfterEach(): Closings {
  const closings: Closings = [];
  afterEach(() => {
    for (const close of closings.splice(0)) close();
  });
  return closings;
}

export function openClient(closings: Closings, options: Partial<CalloutsOptions> = {}): Callouts {
  const callouts = createCallouts({ resolveService: noServices, ...options });
  closings.unshift(() => callouts.close());
  return callouts;
}
