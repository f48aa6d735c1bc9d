import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWatchCache } from '@keelson/cache';
import { openClusterRanges, type ClusterRanges } from '@keelson/registry';
import { isUnreadable, openEmbedded, type Storage, type WriteResult } from '@keelson/storage';
import { silentLogger } from '@keelson/telemetry';

import {
  changeBits,
  countBits,
  decodeRangeBitmap,
  encodeRangeBitmap,
  hasBit,
  type RangeBitmap,
} from '../stored-values/range-bitmap.ts';
import { keepBitmaps, type RangeBitmaps } from './keep-bitmaps.ts';

interface Replica {
  readonly kept: RangeBitmaps;
  readonly ranges: ClusterRanges;
}

let path = '';
let store: Storage;
const closings: (() => void)[] = [];

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'keelson-bitmaps-'));
  store = await openEmbedded({ path });
});

afterEach(async () => {
  for (const close of closings.splice(0)) close();
  await store.close();
  await rm(path, { recursive: true });
});

const ports = { first: 30_000, last: 30_039 };
const portsKey = '/registry/ranges/servicenodeports';
const empty: RangeBitmap = { range: '30000-30039', bits: new Uint8Array(), isProtobuf: true };

async function openServer(): Promise<Replica> {
  const kept = keepBitmaps(store, silentLogger);
  const cache = createWatchCache({ storage: kept.storage });
  const ranges = openClusterRanges({
    ...{ addresses: ['10.0.0.0/28'], ports, reservesStatic: false },
    ...{ cache, prefix: store.prefix },
  });
  kept.attach(ranges);
  cache.start();
  closings.push(() => cache.close());
  await cache.whenReady();
  return { kept, ranges };
}

const claimOf = (port: number): string => `/registry/ranges/claims/ports/${port}`;

/** As the registry creates a Service with a node port. */
const claim = ({ kept }: Replica, name: string, port: number): Promise<WriteResult> =>
  kept.storage.create(`/registry/services/specs/default/${name}`, Buffer.from('{}'), {
    companions: [{ key: claimOf(port), value: Buffer.from('{}'), expectedRevision: 0 }],
  });

async function release({ kept }: Replica, name: string, port: number): Promise<WriteResult> {
  const key = `/registry/services/specs/default/${name}`;
  const { entry } = await kept.storage.get(key);
  return kept.storage.delete(key, entry?.revision ?? 0, { companions: [{ key: claimOf(port), value: undefined }] });
}

async function bitmap(): Promise<RangeBitmap & { readonly revision: number }> {
  const { entry } = await store.get(portsKey);
  if (entry === undefined || isUnreadable(entry.value)) throw new Error('there is no bitmap');
  const decoded = decodeRangeBitmap(entry.value);
  if (!decoded.ok) throw new Error(decoded.message);
  return { ...decoded.bitmap, revision: entry.revision };
}

const portsIn = ({ bits }: RangeBitmap): readonly number[] =>
  Array.from({ length: 40 }, (_, index) => index)
    .filter((index) => hasBit(bits, index))
    .map((index) => 30_000 + index);

/** As kube-apiserver allocates: the bitmap by itself, with a compare of its revision. False where the item is taken. */
async function allocateElsewhere(port: number): Promise<boolean> {
  for (;;) {
    const { revision, ...known } = await bitmap();
    if (hasBit(known.bits, port - 30_000)) return false;
    const next = { ...known, bits: changeBits(known.bits, [port - 30_000], []) };
    if ((await store.update(portsKey, encodeRangeBitmap(next), revision)).ok) return true;
  }
}

const make = (of: RangeBitmap = empty) => store.create(portsKey, encodeRangeBitmap(of));

describe('a bitmap of allocated items', () => {
  it('is not made where there is none', async () => {
    const server = await openServer();
    expect((await claim(server, 'a', 30_000)).ok).toBe(true);
    expect((await store.get(portsKey)).entry).toBeUndefined();
  });

  it('has the bits of what is claimed, and loses those of what is released', async () => {
    await make();
    const server = await openServer();
    expect((await claim(server, 'a', 30_009)).ok).toBe(true);
    expect((await claim(server, 'b', 30_000)).ok).toBe(true);
    expect(portsIn(await bitmap())).toEqual([30_000, 30_009]);
    expect((await release(server, 'a', 30_009)).ok).toBe(true);
    const { isProtobuf, ...after } = await bitmap();
    expect([isProtobuf, portsIn({ isProtobuf, ...after })]).toEqual([true, [30_000]]);
  });

  it('refuses what another server has taken, as if it were claimed', async () => {
    await make();
    const server = await openServer();
    expect(await allocateElsewhere(30_005)).toBe(true);
    const refused = await claim(server, 'a', 30_005);
    expect(refused).toMatchObject({ ok: false, current: undefined, accompanied: [{ key: claimOf(30_005) }] });
    await server.ranges.catchUp(undefined);
    expect([5, 6].map((index) => server.ranges.ports.isClaimed(index))).toEqual([true, false]);
    expect((await claim(server, 'a', 30_006)).ok).toBe(true);
  });

  it('decides in place of claims, which other servers do not keep', async () => {
    await make({ ...empty, bits: changeBits(empty.bits, [3], []) });
    await store.create(claimOf(30_004), Buffer.from('{}'));
    const server = await openServer();
    await server.ranges.catchUp(undefined);
    expect([3, 4].map((index) => server.ranges.ports.isClaimed(index))).toEqual([true, false]);
    expect((await claim(server, 'a', 30_004)).ok).toBe(true);
    const { revision } = await bitmap();
    await store.delete(portsKey, revision);
    await server.ranges.catchUp(undefined);
    expect([3, 4].map((index) => server.ranges.ports.isClaimed(index))).toEqual([false, true]);
  });

  it('gives no item to two, whichever servers allocate at once', async () => {
    await make();
    const servers = [await openServer(), await openServer()];
    const winners = new Map<number, string[]>();
    const won = (port: number, name: string): void => void winners.set(port, [...(winners.get(port) ?? []), name]);
    const all = Array.from({ length: 40 }, (_, index) => 30_000 + index);
    await Promise.all([
      ...servers.map(async (server, at) => {
        await Promise.all(
          all.map(async (port) => {
            if ((await claim(server, `s${at}-${port}`, port)).ok) won(port, `s${at}`);
          }),
        );
      }),
      (async () => {
        for (const port of all) if (await allocateElsewhere(port)) won(port, 'elsewhere');
      })(),
    ]);
    expect([...winners.values()].filter((names) => names.length !== 1)).toEqual([]);
    expect(winners.size).toBe(40);
    expect(countBits((await bitmap()).bits)).toBe(40);
  });

  it('is left alone where it is of another range', async () => {
    await make({ ...empty, range: '20000-20009' });
    const server = await openServer();
    expect((await claim(server, 'a', 30_000)).ok).toBe(true);
    expect((await bitmap()).bits).toHaveLength(0);
  });

  it('loses bits that nothing has held for three looks', async () => {
    await make({ ...empty, bits: changeBits(empty.bits, [1, 2], []) });
    const { kept } = await openServer();
    const look = () => kept.releaseLeaks(({ item }) => item === '30001');
    await look();
    await look();
    expect(portsIn(await bitmap())).toEqual([30_001, 30_002]);
    await look();
    expect(portsIn(await bitmap())).toEqual([30_001]);
  });
});
