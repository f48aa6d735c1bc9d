import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import type { ObjectVersion } from '@keelson/cache';
import { failure } from '@keelson/meta';
import { formOf, type Registry, type WatchSink } from '@keelson/registry';

import type { UnreadOptions } from '../transit/unread-answers.ts';
import { closeChains, head, openRaw, serveChain, type ChainServed, type RawClient } from './testing/serve-chain.ts';

afterEach(closeChains);

const jobs = '/apis/batch/v1/namespaces/a/jobs';
/** With them a request is Node's, and not the quick lane's. */
const odd = ['X-Odd: a', 'X-Odd: b'];

const resource = createApiScheme().resource('batch', 'v1', 'jobs');
if (resource === undefined) throw new Error('there are no jobs');
const form = formOf(resource);
const mebibyte = 1024 * 1024;
/** More than the sockets between two ends take in by themselves. */
const answerMebibytes = 24;
const large: ObjectVersion = {
  key: 'jobs/a/b',
  revision: 1,
  // Random, because compressible data would fit into the socket buffers.
  value: Buffer.from(
    `{"kind":"Job","apiVersion":"batch/v1","metadata":{},"x":"${randomBytes(mebibyte).toString('base64')}"}`,
  ),
  attributes: undefined,
  derived: undefined,
};
const huge = { ...large, value: Buffer.concat(Array.from({ length: answerMebibytes }, () => large.value)) };

const registry: Partial<Registry> = {
  get: (place) => ({
    ok: true,
    value: { object: place.name === 'huge' ? huge : { ...large, value: Buffer.from('{}') }, form },
  }),
  list: () => {
    const objects = Array.from({ length: answerMebibytes }, () => large);
    return Promise.resolve({ ok: true, value: { objects, form, resourceVersion: '1' } });
  },
};

const kinds: readonly (readonly [string, string])[] = [
  ['a list', head('alice', `GET ${jobs}`)],
  ['a list that is compressed', head('alice', `GET ${jobs}`, 'Accept-Encoding: gzip')],
  ['a list by way of Node', head('alice', `GET ${jobs}`, ...odd)],
  ['an object', head('alice', `GET ${jobs}/huge`)],
  ['an object by way of Node', head('alice', `GET ${jobs}/huge`, ...odd)],
  ['a page', head('alice', 'GET /version')],
  ['a page by way of Node', head('alice', 'GET /version', ...odd)],
];

const many = { count: 1_000, bytes: 1_000_000_000 };
const narrow: UnreadOptions = {
  budgets: { perUser: { count: 1_000, bytes: 300_000 }, total: many },
  patienceSeconds: 1_000,
};

async function askUnread(served: ChainServed, texts: readonly string[]): Promise<RawClient[]> {
  const doneBefore = countDone(served);
  const clients = texts.map((text) => {
    const client = openRaw(served, { reads: false });
    client.socket.write(text);
    return client;
  });
  await until(() => countDone(served) === doneBefore + texts.length);
  return clients;
}

function countDone({ steps }: ChainServed): number {
  return steps.filter((step) => step.startsWith('done')).length;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

async function codeOf(served: ChainServed, text: string): Promise<string> {
  const client = openRaw(served);
  client.socket.write(text);
  await client.whenCame(/^HTTP\/1\.1 \d+/);
  client.socket.destroy();
  return client.came().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
}

/** RFC 9112, section 7.1. */
function unchunked(answer: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let at = answer.indexOf('\r\n\r\n') + 4;
  for (;;) {
    const lineEnd = answer.indexOf('\r\n', at);
    const size = Number.parseInt(answer.toString('latin1', at, lineEnd), 16);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(answer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

const pageText = 'x'.repeat(answerMebibytes * mebibyte);
const getSmall = (user: string) => head(user, `GET ${jobs}/b`);

describe('an answer that its client does not read', () => {
  it.each(kinds)('holds no turn: %s', async (_, text) => {
    const served = await serveChain({ limits: { reading: 2, mutating: 2 }, registry, page: pageText });
    for (let round = 0; round < 3; round += 1) await askUnread(served, [text, text]);
    expect(served.inFlight.count('readOnly')).toBe(0);
    expect(await codeOf(served, getSmall('bob'))).toBe('200');
  });

  it.each(kinds)('comes as a whole when it is read at last: %s', async (_, text) => {
    const served = await serveChain({ registry, page: pageText });
    const [client] = await askUnread(served, [text.replace('Accept-Encoding: gzip\r\n', '')]);
    let bytes = 0;
    client?.socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await until(() => bytes > answerMebibytes * mebibyte);
  });

  it.each(kinds)('counts against the share of its user, who gets no other then: %s', async (_, text) => {
    const served = await serveChain({ registry, page: pageText, unread: narrow });
    const clients: RawClient[] = [];
    while ((await codeOf(served, getSmall('alice'))) === '200') clients.push(...(await askUnread(served, [text])));
    expect(clients.length).toBeGreaterThan(0);
    expect(await codeOf(served, head('alice', `GET ${jobs}`))).toBe('429');
    expect(await codeOf(served, getSmall('bob'))).toBe('200');
    expect(await codeOf(served, head('alice', `DELETE ${jobs}/b`))).toBe('410');
    expect(await codeOf(served, head('alice', 'GET /livez'))).toBe('200');
    for (const { socket } of clients) socket.destroy();
    while ((await codeOf(served, getSmall('alice'))) === '429') await delay(5);
  });

  it('counts with what is held for it alone', async () => {
    const list: Registry['list'] = () => {
      const objects = Array.from({ length: answerMebibytes }, () => large);
      return Promise.resolve({ ok: true, value: { objects, form, resourceVersion: '1', ownBytes: 2_000_000_000 } });
    };
    const served = await serveChain({ registry: { ...registry, list } });
    await askUnread(served, [head('alice', `GET ${jobs}`)]);
    expect(await codeOf(served, getSmall('alice'))).toBe('429');
    expect(await codeOf(served, getSmall('bob'))).toBe('200');
  });

  it('counts against no share for administrators', async () => {
    const served = await serveChain({ registry, unread: narrow });
    const list = head('admin', `GET ${jobs}`);
    await askUnread(
      served,
      Array.from({ length: 10 }, () => list),
    );
    expect(await codeOf(served, list)).toBe('200');
  });

  it('is cut off where it stands still and its user has too many, but not where it is read, however slowly', async () => {
    // With the last one there is too much.
    const ownBytes = [1_000_000, 1_000_000, 1_000_000, 500_000_000];
    const listing: Registry['list'] = () => {
      const objects = Array.from({ length: answerMebibytes }, () => large);
      return Promise.resolve({ ok: true, value: { objects, form, resourceVersion: '1', ownBytes: ownBytes.shift() } });
    };
    const budgets = { perUser: { count: 1_000, bytes: 100_000_000 }, total: many };
    const unread = { budgets, patienceSeconds: 20, tickMs: 50 };
    const served = await serveChain({ registry: { ...registry, list: listing }, unread });
    const list = head('alice', `GET ${jobs}`);
    const { socket } = openRaw(served, { reads: false });
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    socket.write(list);
    await until(() => countDone(served) === 1);
    await askUnread(served, [list, list, list]);
    await until(() => bytes > answerMebibytes * mebibyte);
    const aborted = 'apiserver_request_aborts_total';
    while (!(await served.metric(aborted)).includes('verb="LIST"')) await delay(5);
    while ((await codeOf(served, getSmall('alice'))) === '429') await delay(5);
  });

  it('is whole, where it is a watch with large events, and its end comes behind them', async () => {
    const sinks: WatchSink[] = [];
    let room = 0;
    const watch: Registry['watch'] = (_place, _options, { sink }) => {
      sinks.push(sink);
      return { ok: true, value: { resume: () => (room += 1), close: () => undefined } };
    };
    const served = await serveChain({ registry: { ...registry, watch }, unread: narrow });
    const [client] = await askUnread(served, [head('alice', `GET ${jobs}?watch=1`)]);
    const event = Buffer.concat([huge.value, Buffer.from('\n')]);
    expect(sinks[0]?.onChunks([Buffer.from('small\n'), event])).toBe(false);
    await until(() => served.steps.includes('done alice'));
    expect(await codeOf(served, getSmall('alice'))).toBe('429');
    const came: Buffer[] = [];
    client?.socket.on('data', (chunk: Buffer) => came.push(chunk));
    await until(() => room > 0);
    expect(sinks[0]?.onChunks([event])).toBe(false);
    sinks[0]?.onEnd({ reason: 'failed', status: failure('Expired', 'over') });
    await until(() => came.at(-1)?.toString().endsWith('\r\n0\r\n\r\n') === true);
    const lines = unchunked(Buffer.concat(came)).toString('latin1').trimEnd().split('\n');
    expect(lines.map(({ length }) => length)).toEqual([5, huge.value.length, huge.value.length, lines[3]?.length]);
    expect(lines[3]).toMatch(/^\{"type":"ERROR","object":\{.*"message":"over"/);
    expect(await codeOf(served, getSmall('alice'))).toBe('200');
  });

  it('ends when the time of its request is up', async () => {
    const served = await serveChain({ registry, requestTimeoutMs: 300 });
    const [client] = await askUnread(served, [head('alice', `GET ${jobs}`)]);
    await until(() => served.audited.has(jobs));
    expect(client?.socket.destroyed).toBe(false);
    expect(await served.metric('apiserver_request_aborts_total')).toMatch(
      /apiserver_request_aborts_total\{.*resource="jobs".*\} 1/,
    );
  });
});
