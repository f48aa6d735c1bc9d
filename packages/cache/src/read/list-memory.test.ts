import { afterEach, describe, expect, it } from '@jest/globals';

import { systemClock } from '../clock.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { extractLabels, storedObject, turns } from '../testing/objects.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';

let cache: WatchCache | undefined;
afterEach(() => cache?.close());

const folder = '/registry/things/';
const keyOf = (name: string) => `${folder}a/${name}`;

/** `pauseAfter`: yields the event loop after each such number of objects. */
async function begin(pauseAfter: number) {
  const storage = createMemoryStorage();
  let [extracted, pauses, looked] = [0, 0, 0];
  const during: (() => Promise<void> | void)[] = [];
  const giveWay = (): Promise<void> | undefined => {
    looked += 1;
    if (looked % pauseAfter !== 0) return undefined;
    pauses += 1;
    return Promise.resolve(during.shift()?.());
  };
  cache = createWatchCache({ storage, clock: { ...systemClock, giveWay } });
  const resource = cache.register({
    name: 'things',
    folder,
    isNamespaced: true,
    extractAttributes: (value) => ((extracted += 1), extractLabels(value)),
  });
  cache.start();
  await cache.whenReady();
  for (let n = 0; n < 100; n += 1) {
    const name = `n${String(n).padStart(3, '0')}`;
    storage.set(keyOf(name), storedObject(name, { labels: { color: n % 2 ? 'red' : 'blue' } }));
  }
  await resource.list({});
  return { storage, resource, during, extracted: () => extracted, pauses: () => pauses };
}

const selector = ({ labels }: { labels: Readonly<Record<string, string>> }) => labels['color'] === 'red';

describe('a list with a selector', () => {
  it('lets others have their turn while objects are looked at for the first time, each once', async () => {
    const { resource, extracted, pauses } = await begin(10);
    const listed = await resource.list({ selector });
    expect(listed.ok && listed.objects.length).toBe(50);
    expect([extracted(), pauses()]).toEqual([100, 10]);
    await resource.list({ selector });
    expect([extracted(), pauses()]).toEqual([100, 10]);
  });

  it('looks no further than its page', async () => {
    const { resource, extracted } = await begin(3);
    const listed = await resource.list({ selector, limit: 5 });
    expect(listed.ok && listed.objects.length).toBe(5);
    expect(extracted()).toBeLessThanOrEqual(13);
  });

  it('is of one revision, whatever happens between its slices', async () => {
    const { storage, resource, during } = await begin(10);
    const before = (await resource.list({})).revision;
    during.push(
      () => void storage.setTogether(new Map([[keyOf('n001'), storedObject('n001', { labels: { color: 'blue' } })]])),
      () => void storage.setTogether(new Map([[keyOf('zz'), storedObject('zz', { labels: { color: 'red' } })]])),
    );
    const listed = await resource.list({ selector });
    if (!listed.ok) throw new Error(listed.reason);
    const names = new Set(listed.objects.map(({ key }) => key));
    expect(listed.revision > before + 1 ? names.has(keyOf('zz')) : !names.has(keyOf('zz'))).toBe(true);
    expect(listed.revision > before ? !names.has(keyOf('n001')) : names.has(keyOf('n001'))).toBe(true);
  });

  it('asks the store if history is trimmed while it looks', async () => {
    const { storage, resource, during } = await begin(10);
    const { revision } = await resource.list({});
    during.push(async () => {
      storage.setTogether(new Map([[keyOf('n001'), storedObject('n001', { labels: { color: 'blue' } })]]));
      await turns();
      cache?.trimThrough(revision + 1);
    });
    const listed = await resource.list({ selector });
    expect(listed.ok && listed.objects.length).toBe(49);
    expect(cache?.stats().storeReads).toBe(1);
  });

  it('of an older revision sees what was then', async () => {
    const { storage, resource } = await begin(10);
    const { revision } = await resource.list({});
    storage.set(keyOf('n001'), storedObject('n001', { labels: { color: 'blue' } }));
    await resource.list({});
    const listed = await resource.list({ selector }, { kind: 'exact', revision });
    expect(listed.ok && listed.objects.length).toBe(50);
  });
});
