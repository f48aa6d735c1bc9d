import type { KeyValue, RangeRequest } from '@keelson/etcd-client';
import { describe, expect, it } from '@jest/globals';

import { bytesOf } from '../conformance/bytes-of.ts';
import { createStoreHistory } from './store-history.ts';
import type { KnownWrite } from './store-history.ts';
import { verifyHistory } from './verify-history.ts';

const value = Buffer.from('1');

/** A member that holds these writes, in the order of revisions, and has compacted some. */
function memberWith(writes: readonly KnownWrite[], compacted = 0) {
  const asked: string[] = [];
  const newest = writes.at(-1)?.revision ?? 1;
  const range = (request: RangeRequest) => {
    const { key, revision = newest } = request;
    const name = Buffer.from(key).toString();
    asked.push(`${name}@${revision}`);
    if (revision > newest) return Promise.reject(new Error('required revision is a future revision'));
    if (revision < compacted) return Promise.reject(new Error('required revision has been compacted'));
    const found = writes.findLast((write) => write.key === name && write.revision <= revision);
    const entries: KeyValue[] =
      found?.value === undefined ? [] : [{ key: name, revision: found.revision, value: bytesOf(found.value) }];
    return Promise.resolve({ revision: newest, entries, more: false });
  };
  return { kv: { range }, asked };
}

async function verify(known: readonly KnownWrite[], held: readonly KnownWrite[], compacted?: number) {
  const ends: string[] = [];
  const history = createStoreHistory(({ seen }) => void ends.push(seen));
  for (const write of known) history.noteEvent(write);
  const { kv, asked } = memberWith(held, compacted);
  await verifyHistory({ kv, history, prefix: '/registry/', limit: { deadline: Infinity } });
  return { ends, asked };
}

const a5 = { key: 'a', revision: 5, value };
const b6 = { key: 'b', revision: 6, value };
const noB8 = { key: 'b', revision: 8, value: undefined };
const b9 = { key: 'b', revision: 9, value };
const end = (key: string, what: string, revision: number) => [
  `${key} was ${what} at revision ${revision}, and this is not so any more`,
];

describe('verifying the history of a member', () => {
  it.each([
    ['the same', [a5, b6], [a5, b6], []],
    ['the same, and longer', [a5], [a5, b6, noB8], []],
    ['with a deletion', [a5, b6, noB8], [a5, b6, noB8, b9], []],
    ['which has not come so far', [a5, b6], [a5], end('b', 'written', 6)],
    ['with another write in its place', [a5, b6], [a5, { ...a5, revision: 6 }], end('b', 'written', 6)],
    ['with the same key and another value', [a5], [{ ...a5, value: Buffer.from('2') }], end('a', 'written', 5)],
    ['with the same value at another revision', [b6], [{ ...b6, revision: 5 }, b9], end('b', 'written', 6)],
    ['where the key was not deleted', [b6, noB8], [b6, b9], end('b', 'deleted', 8)],
    ['where the key was deleted before', [b6, noB8], [b6, { ...noB8, revision: 7 }, b9], end('b', 'deleted', 8)],
  ])('finds one %s', async (_name, known, held, expected) => {
    expect((await verify(known, held)).ends).toEqual(expected);
  });

  it('asks for the revision where nothing is known, and where what is known was compacted', async () => {
    expect(await verify([], [a5])).toEqual({ ends: [], asked: ['/registry/@5'] });
    expect(await verify([a5], [b9], 8)).toEqual({ ends: [], asked: ['a@5', '/registry/@9'] });
  });

  it('holds the member against what a watch has told, whatever answers have told since the watch was lost', async () => {
    const ends: string[] = [];
    const history = createStoreHistory(({ seen }) => void ends.push(seen));
    history.noteEvent(a5);
    history.noteAnswer(b6);
    history.doubt();
    history.noteAnswer(b9);
    const restored = memberWith([{ ...b6, revision: 5 }, b9]);
    await verifyHistory({ ...restored, history, prefix: '/registry/', limit: { deadline: Infinity } });
    expect(restored.asked).toEqual(['a@5']);
    expect(ends).toEqual(end('a', 'written', 5));
  });

  it('settles the doubt', async () => {
    const history = createStoreHistory(() => undefined);
    history.noteAnswer(a5);
    history.doubt();
    const { kv, asked } = memberWith([a5, b6]);
    const verifyNow = () => verifyHistory({ kv, history, prefix: '/registry/', limit: { deadline: Infinity } });
    await verifyNow();
    history.noteAnswer(b6);
    await verifyNow();
    expect(asked).toEqual(['a@5', 'b@6']);
  });

  it('rejects if the member does not answer', async () => {
    const history = createStoreHistory(() => undefined);
    history.noteEvent(a5);
    const kv = { range: () => Promise.reject(new Error('Deadline exceeded')) };
    const verifying = verifyHistory({ kv, history, prefix: '/registry/', limit: { deadline: Infinity } });
    await expect(verifying).rejects.toThrow('Deadline');
  });
});
