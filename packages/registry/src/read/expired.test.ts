import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { encodeContinueToken } from '../options/continue-token.ts';
import { jsonOf, openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;
let old = '';
let token: string | undefined;

const place = () => ({ resource: bench.resource('configmaps'), namespace: 'default' });

beforeAll(async () => {
  bench = await openBench();
  for (const name of ['a', 'b', 'c']) await valueOf(bench.create(place(), { metadata: { name } }));
  const first = await valueOf(bench.registry.list(place(), { limit: '1' }));
  [old, token] = [first.resourceVersion, first.continue];
  await valueOf(bench.delete({ ...place(), name: 'c' }));
  await valueOf(bench.create(place(), { metadata: { name: 'd' } }));
  await bench.compact(await bench.currentRevision());
});

afterAll(() => bench.close());

describe('a revision that was compacted away', () => {
  it.each([{}, { limit: '1' }])('is too old for an exact list with %j', async (options) => {
    const asked = { resourceVersion: old, resourceVersionMatch: 'Exact', ...options };
    expect(await refusalOf(bench.registry.list(place(), asked))).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: 'The resourceVersion for the provided list is too old.',
    });
  });

  it('is old enough for a list that is not older', async () => {
    const listed = await valueOf(bench.registry.list(place(), { resourceVersion: old }));
    expect(listed.objects.map((object) => jsonOf(object).metadata.name)).toEqual(['a', 'b', 'd']);
  });

  it('ends the pages with a token to go on at the newest revision', async () => {
    const status = await refusalOf(bench.registry.list(place(), { limit: '1', continue: token }));
    expect(status).toMatchObject({ code: 410, reason: 'Expired' });
    const listed = await valueOf(bench.registry.list(place(), { continue: status.metadata.continue }));
    expect(listed.objects.map((object) => jsonOf(object).metadata.name)).toEqual(['b', 'd']);
    expect(listed.resourceVersion).toBe(String(await bench.currentRevision()));
  });

  it('or that never was ends the pages alike: the store was restored from a backup since', async () => {
    const revision = (await bench.currentRevision()) + 1_000;
    const lost = encodeContinueToken({ revision, after: 'a' }, 'k8s.io');
    const status = await refusalOf(bench.registry.list(place(), { limit: '1', continue: lost }));
    expect(status).toMatchObject({ code: 410, reason: 'Expired' });
    const listed = await valueOf(bench.registry.list(place(), { continue: status.metadata.continue }));
    expect(listed.objects.map((object) => jsonOf(object).metadata.name)).toEqual(['b', 'd']);
  });

  it('ends a watch with a Status', async () => {
    const watching = bench.watch(place(), { resourceVersion: old });
    expect(await watching.ending).toMatchObject({
      reason: 'compacted',
      status: { code: 410, reason: 'Expired', message: 'The resourceVersion for the provided watch is too old.' },
    });
  });
});
