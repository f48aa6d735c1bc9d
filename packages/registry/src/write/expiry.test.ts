import { expect, it } from '@jest/globals';

import { openBench, valueOf } from '../testing/open-registry.ts';

it('lets objects of kinds that expire go by themselves, counted from their last write', async () => {
  const bench = await openBench({ expirySeconds: 1 });
  const events = { resource: bench.resource('events'), namespace: 'default' };
  await valueOf(bench.create(events, { metadata: { name: 'a' }, involvedObject: { namespace: 'default' } }));
  const watching = bench.watch(events, {});
  expect(await watching.until(1)).toEqual(['ADDED a']);
  await valueOf(bench.patch({ ...events, name: 'a' }, 'merge', { reason: 'R' }));
  expect(await watching.until(3)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  watching.close();
  await bench.close();
});
