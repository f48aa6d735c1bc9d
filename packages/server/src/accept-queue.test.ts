import { expect, it } from '@jest/globals';

import { acceptQueueLength } from './accept-queue.ts';

it('asks for a longer queue of connections than the 511 of Node', () => {
  expect(acceptQueueLength).toBeGreaterThan(511);
});
