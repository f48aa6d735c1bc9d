/** The client of etcd's calls against a real etcd: beside the library etcd3, and with mutated bytes in both directions. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import {
  createUnaryClient,
  createWatchClient,
  decodeRangeResponse,
  decodeTxnResponse,
  encodeRangeRequest,
  encodeTxnRequest,
  isEtcdClientError,
} from '@keelson/etcd-client';
import type { RangeRequest, TxnRequest, UnaryClient, WatchEvent } from '@keelson/etcd-client';
import { mutate, mutations } from '@keelson/etcd-client/testing';
import type { Mutation } from '@keelson/etcd-client/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Etcd3 } from 'etcd3';
import fc from 'fast-check';

import { startEtcd } from '../conformance/etcd-cluster.ts';
import type { EtcdCluster } from '../conformance/etcd-cluster.ts';
import { openEtcd } from './open-etcd.ts';

const seed = 20_240_607;
const soon = (ms = 60_000) => ({ deadline: Date.now() + ms });

const folder = '/fuzz/';
const end = Buffer.from('/fuzz0');
const key = fc.constantFrom('a', 'b', 'ü/ñ', 'long'.repeat(100)).map((name) => `${folder}${name}`);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  { weight: 1, arbitrary: fc.nat({ max: 700_000 }).map((length) => new Uint8Array(length).fill(7)) },
);
/** `lag`: how far behind the newest revision of the key is what is expected; 0 succeeds. */
const write = fc.record({ key, value: fc.option(value, { nil: undefined }), lag: fc.constantFrom(0, 0, 0, 1) });

describe('the client of a real etcd', () => {
  let cluster: EtcdCluster;
  let url = '';
  let unary: UnaryClient;
  let library: Etcd3;
  const thrown: unknown[] = [];
  const note = (error: unknown): void => void thrown.push(error);
  beforeAll(async () => {
    process.on('uncaughtException', note).on('unhandledRejection', note);
    cluster = await startEtcd({ members: 1, isTls: false, args: ['--unsafe-no-fsync'] });
    url = cluster.urls[0] ?? '';
    // Waits until it serves.
    await (await openEtcd({ endpoints: cluster.urls })).close();
    unary = createUnaryClient(url, undefined);
    library = new Etcd3({ hosts: url });
  });
  afterAll(async () => {
    unary.close();
    library.close();
    await cluster.close();
    process.off('uncaughtException', note).off('unhandledRejection', note);
    expect(thrown).toEqual([]);
  });

  const range = async (request: RangeRequest, client = unary) =>
    decodeRangeResponse(await client.call('/etcdserverpb.KV/Range', encodeRangeRequest(request), soon()));
  const txn = async (request: TxnRequest) =>
    decodeTxnResponse(await unary.call('/etcdserverpb.KV/Txn', encodeTxnRequest(request), soon()));

  it('reads and writes what the library reads, and its watch tells every write, in order', async () => {
    const events: WatchEvent[] = [];
    const watches = createWatchClient(url, undefined);
    const { revision: before } = await range({ key: Buffer.from(folder), countOnly: true });
    let created: () => void = () => undefined;
    const isCreated = new Promise<void>((resolve) => (created = resolve));
    watches.open(
      { key: Buffer.from(folder), end, startRevision: before + 1, withPrevious: true },
      {
        onResponse: (response) => {
          if (response.isCreated) created();
          events.push(...response.events);
        },
        onEnd: () => undefined,
      },
    );
    await isCreated;
    const expected: string[] = [];
    await fc.assert(
      fc.asyncProperty(write, fc.integer({ min: 1, max: 5 }), async (change, limit) => {
        const [known] = (await range({ key: Buffer.from(change.key) })).entries;
        const expectedRevision = Math.max((known?.revision ?? 0) - change.lag, 0);
        const result = await txn({ key: change.key, value: change.value, expectedRevision });
        expect(result.ok).toBe(expectedRevision === (known?.revision ?? 0));
        if (!result.ok) expect(result.current).toEqual(known);
        else if (known !== undefined || change.value !== undefined) {
          expected.push(`${change.key}@${result.revision}:${change.value?.length ?? 'deleted'}`);
        }
        const ours = await range({ key: Buffer.from(folder), end, limit });
        const theirs = await library.kv.range({ key: Buffer.from(folder), range_end: end, limit });
        expect([ours.revision, ours.more]).toEqual([Number(theirs.header.revision), theirs.more]);
        expect(
          ours.entries.map((entry) => [entry.key, entry.revision, Buffer.from(entry.value).toString('hex')]),
        ).toEqual(
          theirs.kvs.map((entry) => [entry.key.toString(), Number(entry.mod_revision), entry.value.toString('hex')]),
        );
      }),
      { seed, numRuns: 120 },
    );
    while (events.length < expected.length) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(
      events.map(
        ({ isDeleted, entry }) => `${entry.key}@${entry.modRevision}:${isDeleted ? 'deleted' : entry.value.length}`,
      ),
    ).toEqual(expected);
    watches.close();
  });

  it('is refused, and goes on, where its requests are mutated', async () => {
    const request = Buffer.concat(encodeRangeRequest({ key: Buffer.from(folder), end, limit: 3 }));
    const transaction = Buffer.concat(
      encodeTxnRequest({ key: `${folder}a`, value: Buffer.from('1'), expectedRevision: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(mutations, fc.boolean(), async (changes, isRange) => {
        const [path, bytes] = isRange
          ? ['/etcdserverpb.KV/Range', mutate(request, changes)]
          : ['/etcdserverpb.KV/Txn', mutate(transaction, changes)];
        const outcome = await unary.call(path, [bytes], soon()).catch((error: unknown) => error);
        if (!Buffer.isBuffer(outcome)) expect([outcome, isEtcdClientError(outcome)]).toEqual([outcome, true]);
      }),
      { seed, numRuns: 200 },
    );
    expect((await range({ key: Buffer.from(folder), countOnly: true })).revision).toBeGreaterThan(0);
  });

  it('settles every call, with an EtcdClientError if it fails, where the bytes of etcd are mutated on their way', async () => {
    let changes: readonly Mutation[] = [];
    const proxy = await mutatingProxy(url, () => changes);
    await fc.assert(
      fc.asyncProperty(mutations, async (wanted) => {
        changes = [];
        const client = createUnaryClient(proxy.url, undefined, { stallMs: 50 });
        expect((await range({ key: Buffer.from(folder), end, limit: 2 }, client)).revision).toBeGreaterThan(0);
        changes = wanted;
        const outcomes = await Promise.allSettled(
          [1, 2, 3].map((limit) =>
            client.call(
              '/etcdserverpb.KV/Range',
              encodeRangeRequest({ key: Buffer.from(folder), end, limit }),
              soon(100),
            ),
          ),
        );
        client.close();
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect([outcome.reason, isEtcdClientError(outcome.reason)]).toEqual([outcome.reason, true]);
          else decodeOrRefuse(outcome.value);
        }
      }),
      { seed, numRuns: 120 },
    );
    proxy.close();
  });
});

function decodeOrRefuse(message: Buffer): void {
  try {
    decodeRangeResponse(message);
  } catch (error) {
    expect([error, isEtcdClientError(error)]).toEqual([error, true]);
  }
}

/** Forwards connections to etcd, and mutates the bytes that etcd sends as asked at the time. */
async function mutatingProxy(
  url: string,
  changes: () => readonly Mutation[],
): Promise<{ readonly url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const member = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [client, member]) sockets.add(socket.on('error', () => undefined));
    client.on('data', (chunk) => member.write(chunk)).on('close', () => member.destroy());
    member.on('data', (chunk: Buffer) => client.write(mutate(chunk, changes()))).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
