import { afterEach, describe, expect, it } from '@jest/globals';

import { createMemoryStorage } from '../testing/memory-storage.ts';
import { extractLabels, storedObject } from '../testing/objects.ts';
import type { Selector } from '../read/query.ts';
import { createWatchCache } from '../watch-cache.ts';
import type { WatchCache } from '../watch-cache.ts';

let cache: WatchCache | undefined;
afterEach(() => cache?.close());

function open() {
  const storage = createMemoryStorage();
  for (const name of ['a', 'b', 'c']) {
    const labels = { color: name === 'c' ? 'blue' : 'red' };
    storage.set(`/registry/things/x/${name}`, storedObject(name, { labels }));
  }
  cache = createWatchCache({ storage });
  const things = cache.register({
    name: 'things',
    folder: '/registry/things/',
    isNamespaced: true,
    extractAttributes: extractLabels,
  });
  return { storage, things, cache };
}

const red: Selector = ({ labels }) => labels['color'] === 'red';

describe('the counts of a resource', () => {
  it('tell lists of the store from those of memory, and what was looked at from what was returned', async () => {
    const opened = open();
    await opened.things.list({ selector: red });
    expect(opened.things.counts()).toMatchObject({
      loads: 0,
      storeLists: { lists: 1, fetched: 3, evaluated: 3, returned: 2 },
      memoryLists: { lists: 0 },
    });
    opened.cache.start();
    await opened.cache.whenReady();
    await opened.things.list({ selector: red });
    await opened.things.list({});
    expect(opened.things.counts()).toMatchObject({
      loads: 1,
      storeLists: { lists: 1 },
      memoryLists: { lists: 2, fetched: 6, evaluated: 6, returned: 5 },
    });
  });

  it('tell events that were taken in, and what new watches were sent to catch up', async () => {
    const { storage, things, cache: watchCache } = open();
    watchCache.start();
    await watchCache.whenReady();
    storage.set('/registry/things/x/d', storedObject('d'));
    await things.list({});
    expect(things.counts()).toMatchObject({ events: 1, initialEvents: 0, slowWatches: 0 });
  });
});
