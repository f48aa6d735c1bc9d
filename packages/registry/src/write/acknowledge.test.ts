import { describe, expect, it } from '@jest/globals';
import type { WriteResult } from '@keelson/storage';

import type { Store } from '../resources/stores.ts';
import { acknowledgeLate } from './acknowledge.ts';

/** A store whose writes succeed at revision 7, and a watch cache that reaches a revision when the test says so. */
function open(actsAtOnce: boolean) {
  const done: WriteResult = { ok: true, revision: 7 };
  let reach: (isReached: boolean) => void = () => undefined;
  const waited: number[] = [];
  const patience: number[] = [];
  const expected: Promise<unknown>[] = [];
  const cache = {
    expect: (write: Promise<unknown>) => void expected.push(write),
    waitFor: (revision: number, timeoutMs: number) => {
      waited.push(revision);
      patience.push(timeoutMs);
      return new Promise<boolean>((resolve) => (reach = resolve));
    },
  };
  const store = { folder: '/registry/roles/', cache: { isLoaded: () => true, whenLoaded: () => Promise.resolve() } };
  const storage = {
    prefix: '/registry/',
    create: () => Promise.resolve(done),
    update: () => Promise.resolve<WriteResult>({ ok: false, current: undefined, revision: 7 }),
    delete: () => Promise.resolve(done),
  };
  const stores = { thatActAtOnce: () => (actsAtOnce ? [store as Partial<Store> as Store] : []) };
  return {
    storage: acknowledgeLate(storage, cache, stores),
    waited,
    patience,
    expected,
    reach: (isReached: boolean) => reach(isReached),
  };
}

const key = '/registry/roles/a/b';

describe('a write of what acts at once', () => {
  it('is acknowledged when memory holds it', async () => {
    const { storage, waited, reach } = open(true);
    let isDone = false;
    const writing = storage.create(key, Buffer.from('x')).then((result) => {
      isDone = true;
      return result;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    expect(waited).toEqual([7]);
    reach(true);
    expect(await writing).toEqual({ ok: true, revision: 7 });
  });

  it('is acknowledged all the same when memory does not come so far: it is made, and waiting on helps nobody', async () => {
    const { storage, reach, patience } = open(true);
    const deleting = storage.delete(key, 6);
    await new Promise((resolve) => setImmediate(resolve));
    reach(false);
    expect(await deleting).toEqual({ ok: true, revision: 7 });
    expect(Math.max(...patience)).toBeLessThanOrEqual(2_000);
  });

  it('that was refused is told at once, as is one of anything else', async () => {
    const atOnce = open(true);
    expect(await atOnce.storage.update(key, Buffer.from('x'), 6)).toMatchObject({ ok: false });
    expect(await atOnce.storage.create('/registry/pods/a/b', Buffer.from('x'))).toMatchObject({ ok: true });
    const other = open(false);
    expect(await other.storage.create(key, Buffer.from('x'))).toMatchObject({ ok: true });
    expect([...atOnce.waited, ...other.waited]).toEqual([]);
  });

  it('is told to the watch cache while it is under way, whatever comes of it', async () => {
    const { storage, expected } = open(false);
    const writes = [
      storage.create(key, Buffer.from('x')),
      storage.update(key, Buffer.from('y'), 6),
      storage.delete(key, 7),
    ];
    expect(expected).toHaveLength(3);
    await Promise.all(writes);
  });
});
