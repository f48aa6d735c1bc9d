import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Compare } from '../contract/compare.ts';
import type { Storage } from '../contract/storage.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { fenceWrites } from './fence-writes.ts';

let path: string;
let storage: Storage;

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-fence-'));
  storage = await openEmbedded({ path });
});

afterAll(async () => {
  await storage.close();
  await rm(path, { recursive: true, force: true });
});

const bytes = (text: string): Buffer => Buffer.from(text);
const keyOf = (name: string): string => `${storage.prefix}things/${name}`;

test('writes of a leader pass, and those of a deposed one are refused by the store', async () => {
  const leadership = await storage.elections.campaign('fenced', { identity: 'one' });
  const fenced = fenceWrites(storage, () => leadership.fence);
  const created = await fenced.create(keyOf('a'), bytes('1'));
  expect(created.ok).toBe(true);
  const updated = await fenced.update(keyOf('a'), bytes('2'), created.revision);
  expect(updated.ok).toBe(true);
  await leadership.resign();
  const late = { code: 'notLeading', applied: 'no' };
  await expect(fenced.create(keyOf('b'), bytes('1'))).rejects.toMatchObject(late);
  await expect(fenced.update(keyOf('a'), bytes('3'), updated.revision)).rejects.toMatchObject(late);
  await expect(fenced.delete(keyOf('a'), updated.revision)).rejects.toMatchObject(late);
  expect((await storage.get(keyOf('a'))).entry?.revision).toBe(updated.revision);
});

test('a refusal tells of the compares of the caller, and not of the fence', async () => {
  const leadership = await storage.elections.campaign('fenced', { identity: 'one' });
  const fenced = fenceWrites(storage, () => leadership.fence);
  const guard = await storage.create(keyOf('guard'), bytes('g'));
  const stale: Compare = { key: keyOf('guard'), revision: guard.revision + 1 };
  const refused = await fenced.create(keyOf('c'), bytes('1'), { compares: [stale] });
  expect(refused).toMatchObject({ ok: false, compared: [{ revision: guard.revision }] });
  const taken = await fenced.create(keyOf('guard'), bytes('1'));
  expect(taken).toMatchObject({ ok: false, current: { revision: guard.revision } });
  expect(taken).not.toHaveProperty('compared');
  await leadership.resign();
});

test('nothing is sent where there is no leadership', async () => {
  const fenced = fenceWrites(storage, () => undefined);
  await expect(fenced.create(keyOf('d'), bytes('1'))).rejects.toMatchObject({ code: 'notLeading' });
});
