import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { jsonOf, openBench, valueOf } from '../testing/open-registry.ts';
import type { Bench } from '../testing/open-registry.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});

afterAll(() => bench.close());

it('pages through 1,253 objects at one revision while they change', async () => {
  const place = { resource: bench.resource('configmaps'), namespace: 'default' };
  const name = (at: number) => `n${String(at).padStart(5, '0')}`;
  const all = Array.from({ length: 1_253 }, (_, at) => name(at));
  await Promise.all(all.map((each) => valueOf(bench.create(place, { metadata: { name: each } }))));
  const pages: string[][] = [];
  const versions = new Set<string>();
  let token: string | undefined;
  for (;;) {
    const page = await valueOf(bench.registry.list(place, { limit: '500', continue: token }));
    versions.add(page.resourceVersion);
    pages.push(page.objects.map((object) => jsonOf(object).metadata.name ?? ''));
    expect(page.remainingItemCount ?? 0).toBe(1_253 - pages.flat().length);
    token = page.continue;
    if (token === undefined) break;
    await valueOf(bench.delete({ ...place, name: name(pages.length * 600 - 1) }));
    await valueOf(bench.create(place, { metadata: { name: `${name(pages.length * 500)}-new` } }));
  }
  expect(pages.map((page) => page.length)).toEqual([500, 500, 253]);
  expect(versions.size).toBe(1);
  expect(pages.flat()).toEqual(all);
});
