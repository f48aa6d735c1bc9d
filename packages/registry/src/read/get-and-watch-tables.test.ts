import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { ListOptions } from '../contract.ts';
import { jsonOf, objectOf, openBench, refusalOf, valueOf } from '../testing/open-registry.ts';
import type { Bench, Watching } from '../testing/open-registry.ts';

let bench: Bench;
let first = '';
let watching: Watching | undefined;

const place = () => ({ resource: bench.resource('configmaps'), namespace: 'default' });
const at = (name: string) => ({ ...place(), name });
const make = (name: string, labels = {}) => valueOf(bench.create(place(), { metadata: { name, labels } }));
const watch = (options: ListOptions) => (watching = bench.watch(place(), options));

beforeEach(async () => {
  bench = await openBench();
  first = objectOf(await make('a')).metadata.resourceVersion ?? '';
  await make('b');
});

afterEach(async () => {
  watching?.close();
  await bench.close();
});

describe('a get', () => {
  it('is most recent without a resourceVersion', async () => {
    await valueOf(bench.patch(at('a'), 'merge', { data: { k: 'v' } }));
    const got = await valueOf(bench.registry.get(at('a'), {}));
    expect(jsonOf(got.object)['data']).toEqual({ k: 'v' });
  });

  it('is at any revision at 0', async () => {
    expect(jsonOf((await valueOf(bench.registry.get(at('a'), { resourceVersion: '0' }))).object).kind).toBe(
      'ConfigMap',
    );
  });

  it('is not older than another', async () => {
    const got = await valueOf(bench.registry.get(at('a'), { resourceVersion: first }));
    expect(jsonOf(got.object).metadata.resourceVersion).toBe(first);
  });

  it('says that a revision of the future is too large', async () => {
    const status = await refusalOf(bench.registry.get(at('a'), { resourceVersion: '999999' }));
    expect(status).toMatchObject({ code: 504, details: { retryAfterSeconds: 1 } });
  });

  it('hands out the bytes of the watch cache', async () => {
    const [one, two] = await Promise.all([bench.registry.get(at('a'), {}), bench.registry.get(at('a'), {})]);
    expect(one.ok && two.ok && one.value.object === two.value.object).toBe(true);
  });

  it('says what is not there', async () => {
    expect(await refusalOf(bench.registry.get(at('none'), {}))).toMatchObject({
      code: 404,
      message: 'configmaps "none" not found',
      details: { name: 'none', kind: 'configmaps' },
    });
  });

  it('refuses what is no version', async () => {
    const status = await refusalOf(bench.registry.get(at('a'), { resourceVersion: 'abc' }));
    expect(status.message).toBe(
      'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    );
  });
});

describe('a watch', () => {
  it('begins with what is there, at the most recent revision, without a resourceVersion', async () => {
    const events = watch({});
    await make('c');
    expect(await events.until(3)).toEqual(['ADDED a', 'ADDED b', 'ADDED c']);
  });

  it('begins with what is there at 0', async () => {
    const events = watch({ resourceVersion: '0' });
    expect(await events.until(2)).toEqual(['ADDED a', 'ADDED b']);
  });

  it('begins behind another, without what was there', async () => {
    const events = watch({ resourceVersion: first });
    await valueOf(bench.delete(at('a')));
    expect(await events.until(2)).toEqual(['ADDED b', 'DELETED a']);
  });

  it('waits for a revision of the future', async () => {
    const current = await bench.currentRevision();
    const events = watch({ resourceVersion: String(current + 1) });
    await make('c');
    await make('d');
    expect(await events.until(1)).toEqual(['ADDED d']);
  });

  it('ends when its time is up', async () => {
    expect(await watch({ timeoutSeconds: '1' }).ending).toEqual({ reason: 'timeout' });
  });

  it('is over at once with less than no time', async () => {
    expect(await watch({ timeoutSeconds: '-1' }).ending).toEqual({ reason: 'timeout' });
  });

  it('follows one name that a field selector gives', async () => {
    const events = watch({ fieldSelector: 'metadata.name=b', resourceVersion: first });
    await valueOf(bench.delete(at('a')));
    await valueOf(bench.delete(at('b')));
    expect(await events.until(2)).toEqual(['ADDED b', 'DELETED b']);
  });

  it('shows objects come and go as a selector begins and ceases to select them', async () => {
    const events = watch({ labelSelector: 'x=1', resourceVersion: String(await bench.currentRevision()) });
    await valueOf(bench.patch(at('a'), 'merge', { metadata: { labels: { x: '1' } } }));
    await valueOf(bench.patch(at('a'), 'merge', { metadata: { labels: { x: '2' } } }));
    expect(await events.until(2)).toEqual(['ADDED a', 'DELETED a']);
  });

  it('marks the end of the initial events for clients that ask for them', async () => {
    const events = watch({
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expect(await events.until(3)).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK end']);
  });

  it('begins without them for clients that do not want them', async () => {
    const events = watch({ sendInitialEvents: 'false', resourceVersionMatch: 'NotOlderThan' });
    await make('c');
    expect(await events.until(1)).toEqual(['ADDED c']);
  });

  it('sends bookmarks to those who take them', async () => {
    const events = watch({ allowWatchBookmarks: 'true', resourceVersion: String(await bench.currentRevision()) });
    expect((await events.until(1))[0]).toBe('BOOKMARK');
  });

  it.each([
    [{ resourceVersion: 'abc' }, 500, 'resourceVersion: Invalid value: "abc"'],
    [{ labelSelector: '!!' }, 400, "unable to parse requirement: found '!'"],
    [{ fieldSelector: 'data.k=1' }, 400, '"data.k" is not a known field selector'],
    [{ timeoutSeconds: 'soon' }, 400, 'strconv.ParseInt: parsing "soon"'],
    [
      { resourceVersion: '5', resourceVersionMatch: 'NotOlderThan' },
      422,
      'resourceVersionMatch is forbidden for watch',
    ],
  ])('is refused with %j', (options, code, message) => {
    const { outcome } = watch(options);
    expect(!outcome.ok && outcome.status.code).toBe(code);
    expect(!outcome.ok && outcome.status.message).toContain(message);
  });

  it('of one object takes no selector for another', () => {
    const { outcome } = bench.watch(at('a'), { fieldSelector: 'metadata.name=b' });
    expect(!outcome.ok && outcome.status.message).toBe("fieldSelector metadata.name doesn't match requested name");
  });
});
