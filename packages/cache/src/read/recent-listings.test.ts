import { afterEach, describe, expect, it } from '@jest/globals';

import { createMemoryStorage } from '../testing/memory-storage.ts';
import { storedObject } from '../testing/objects.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';

let cache: WatchCache | undefined;
afterEach(() => cache?.close());

const folder = '/registry/things/';
const enough = 300;

async function begin() {
  const storage = createMemoryStorage();
  cache = createWatchCache({ storage });
  const resource = cache.register({ name: 'things', folder, isNamespaced: true });
  cache.start();
  await cache.whenReady();
  const set = (namespace: string, name: string): number =>
    storage.set(`${folder}${namespace}/${name}`, storedObject(name, {}));
  for (let n = 0; n < enough; n += 1) for (const namespace of ['a', 'b']) set(namespace, `n${n}`);
  const list = async (request: { namespace?: string; limit?: number } = {}, revision?: number) => {
    const listed = await resource.list(request, revision === undefined ? undefined : { kind: 'exact', revision });
    if (!listed.ok) throw new Error(listed.reason);
    return listed;
  };
  return { storage, resource, set, list };
}

describe('lists of a whole folder', () => {
  it('share their array until something in the folder changes', async () => {
    const { set, list } = await begin();
    const first = await list({ namespace: 'a' });
    const again = await list({ namespace: 'a' });
    expect(again.objects).toBe(first.objects);

    set('b', 'elsewhere');
    const later = await list({ namespace: 'a' });
    expect(later.objects).toBe(first.objects);
    expect(later.revision).toBe(first.revision + 1);

    set('a', 'here');
    const changed = await list({ namespace: 'a' });
    expect(changed.objects).not.toBe(first.objects);
    expect(changed.objects.map(({ key }) => key)).toContain(`${folder}a/here`);
    expect(first.objects).toHaveLength(enough);
  });

  it('are of their own revision, be it older than the last listing', async () => {
    const { storage, set, list } = await begin();
    const before = await list();
    storage.unset(`${folder}a/n0`);
    const after = await list();
    expect([before.objects.length, after.objects.length]).toEqual([2 * enough, 2 * enough - 1]);
    set('b', 'new');
    const old = await list({}, before.revision);
    expect(old.objects.map(({ key }) => key)).toEqual(before.objects.map(({ key }) => key));
    expect((await list({}, after.revision)).objects).toHaveLength(2 * enough - 1);
    expect((await list()).objects).toHaveLength(2 * enough);
  });

  it('do not share with a page or a selector', async () => {
    const { resource, list } = await begin();
    const whole = await list({ namespace: 'a' });
    const page = await list({ namespace: 'a', limit: 10 });
    expect(page.objects).toHaveLength(10);
    const selected = await resource.list({ namespace: 'a', selector: () => false });
    expect(selected.ok && selected.objects).toHaveLength(0);
    expect((await list({ namespace: 'a' })).objects).toBe(whole.objects);
  });

  it('show the truth though the store went back to an earlier state', async () => {
    const { storage, set, list } = await begin();
    const { revision } = await list({ namespace: 'a' });
    set('a', 'gone-with-the-restore');
    expect((await list({ namespace: 'a' })).objects).toHaveLength(enough + 1);
    storage.restore(revision);
    set('a', 'other');
    const keys = (await list({ namespace: 'a' })).objects.map(({ key }) => key);
    expect(keys).toContain(`${folder}a/other`);
    expect(keys).not.toContain(`${folder}a/gone-with-the-restore`);
  });

  it('show the same as a walk over everything, whatever happens in between', async () => {
    const { storage, set, list } = await begin();
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const revisions: { revision: number; keys: ReadonlySet<string> }[] = [];
    const expected = new Set((await list()).objects.map(({ key }) => key));
    for (let step = 0; step < 400; step += 1) {
      const namespace = random(4) === 0 ? 'a' : 'b';
      const name = `n${random(2 * enough)}`;
      const key = `${folder}${namespace}/${name}`;
      if (random(2) === 0) {
        set(namespace, name);
        expected.add(key);
      } else if (expected.delete(key)) storage.unset(key);
      if (random(3) > 0) continue;
      const { revision, objects } = await list({ namespace: 'a' });
      expect(new Set(objects.map((object) => object.key))).toEqual(
        new Set([...expected].filter((each) => each.startsWith(`${folder}a/`))),
      );
      revisions.push({ revision, keys: new Set(objects.map((object) => object.key)) });
      const past = revisions[random(revisions.length)];
      const then = past && (await list({ namespace: 'a' }, past.revision));
      expect(new Set(then?.objects.map((object) => object.key))).toEqual(past?.keys);
    }
  });
});
