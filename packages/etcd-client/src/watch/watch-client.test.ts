import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createServer } from 'node:http2';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { bytesField, fieldsOf, messageField, numberField } from '../protobuf/fields.ts';
import { createMessageReader } from '../grpc/message-reader.ts';
import { decodeWatchResponse, encodeWatchRequest } from './messages.ts';
import type { WatchResponse } from './messages.ts';
import { createWatchClient } from './watch-client.ts';
import type { WatchClient } from './watch-client.ts';

const request = { key: Buffer.from('/r/'), end: Buffer.from('/r0'), startRevision: 7, withPrevious: true };

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const entry = (key: string, made: number, changed: number, value: string): Uint8Array[] => [
  ...bytesField(1, Buffer.from(key)),
  ...numberField(2, made),
  ...numberField(3, changed),
  ...bytesField(5, Buffer.from(value)),
];

describe('a request to watch', () => {
  it('says what is wanted, in fragments', () => {
    const [create] = fieldsOf(Buffer.concat(encodeWatchRequest(request)));
    const fields = fieldsOf(create?.bytes ?? Buffer.of());
    expect(fields.map(({ number, value, bytes }) => [number, bytes.length > 0 ? bytes.toString() : value])).toEqual([
      [1, '/r/'],
      [2, '/r0'],
      [3, 7],
      [6, 1],
      [8, 1],
    ]);
  });
});

describe('a response', () => {
  it('tells of events, with what was there before', () => {
    const put = messageField(11, messageField(2, entry('/r/a', 3, 9, 'new')));
    const gone = messageField(11, [
      ...numberField(1, 1),
      ...messageField(2, entry('/r/b', 0, 9, '')),
      ...messageField(3, entry('/r/b', 2, 4, 'old')),
    ]);
    const response = decodeWatchResponse(Buffer.concat([...messageField(1, numberField(3, 9)), ...put, ...gone]));
    expect(response).toMatchObject({ isCreated: false, isCanceled: false, isFragment: false, compactRevision: 0 });
    expect(response.events).toEqual([
      {
        isDeleted: false,
        entry: { key: '/r/a', value: Buffer.from('new'), createRevision: 3, modRevision: 9 },
        previous: undefined,
      },
      {
        isDeleted: true,
        entry: { key: '/r/b', value: Buffer.of(), createRevision: 0, modRevision: 9 },
        previous: { key: '/r/b', value: Buffer.from('old'), createRevision: 2, modRevision: 4 },
      },
    ]);
  });

  it('tells that it began, that more is to come, and why it ended', () => {
    const told = decodeWatchResponse(
      Buffer.concat([
        ...numberField(3, 1),
        ...numberField(4, 1),
        ...numberField(5, 80),
        ...bytesField(6, Buffer.from('compacted')),
        ...numberField(7, 1),
      ]),
    );
    expect(told).toEqual({
      isCreated: true,
      isCanceled: true,
      compactRevision: 80,
      clusterId: Buffer.alloc(0),
      cancelReason: 'compacted',
      isFragment: true,
      events: [],
    });
  });
});

describe('messages', () => {
  it('come out whole, however they are cut on their way', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 30 }), (messages, size) => {
        const bytes = Buffer.concat(messages.map(framed));
        const got: Uint8Array[] = [];
        const read = createMessageReader((message) => void got.push(Uint8Array.from(message)));
        for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
        expect(got).toEqual(messages);
      }),
    );
  });

  it('are refused when they are compressed', () => {
    expect(() => createMessageReader(() => undefined)(Buffer.of(1, 0, 0, 0, 0))).toThrow('compressed');
  });
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Member {
  readonly client: WatchClient;
  /** The next stream that a watch opened, once its request has come. */
  opened(): Promise<ServerHttp2Stream>;
}

async function startMember(): Promise<Member> {
  const server = createServer();
  const sessions: ServerHttp2Session[] = [];
  const streams: ServerHttp2Stream[] = [];
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.once('data', () => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      streams.push(stream);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const client = createWatchClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined);
  closing.push(() => {
    client.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  const opened = async (): Promise<ServerHttp2Stream> => {
    for (;;) {
      const stream = streams.shift();
      if (stream !== undefined) return stream;
      await soon();
    }
  };
  return { client, opened };
}

const soon = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const eventAt = (revision: number, value = ''): Buffer =>
  framed(Buffer.concat(messageField(11, messageField(2, entry('/r/a', 1, revision, value)))));

function listenTo(client: WatchClient) {
  const responses: WatchResponse[] = [];
  const ends: string[] = [];
  const watch = client.open(request, {
    onResponse: (response) => void responses.push(response),
    onEnd: ({ message }) => void ends.push(message),
  });
  const revisions = (): number[] =>
    responses.flatMap(({ events }) => events.map(({ entry: { modRevision } }) => modRevision));
  return { watch, revisions, ends };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await soon();
}

describe('a watch', () => {
  it('hands over what comes, and nothing while it is paused', async () => {
    const { client, opened } = await startMember();
    const { watch, revisions } = listenTo(client);
    const stream = await opened();
    stream.write(Buffer.concat([eventAt(8), eventAt(9)]));
    await until(() => revisions().length === 2);
    watch.pause();
    stream.write(Buffer.concat([eventAt(10), eventAt(11)]));
    await soon(30);
    expect(revisions()).toEqual([8, 9]);
    watch.resume();
    expect(revisions()).toEqual([8, 9, 10, 11]);
  });

  it('may be paused again by what was held back', async () => {
    const { client, opened } = await startMember();
    const got: number[] = [];
    const watch = client.open(request, {
      onResponse: ({ events }) => {
        got.push(events[0]?.entry.modRevision ?? 0);
        watch.pause();
      },
      onEnd: () => undefined,
    });
    const stream = await opened();
    stream.write(Buffer.concat([eventAt(1), eventAt(2), eventAt(3)]));
    await until(() => got.length === 1);
    for (const expected of [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3],
    ]) {
      watch.resume();
      expect(got).toEqual(expected);
    }
  });

  it('lets no more than a window come while it is paused, and all of it afterwards', async () => {
    const { client, opened } = await startMember();
    const { watch, revisions } = listenTo(client);
    const other = listenTo(client);
    const stream = await opened();
    const second = await opened();
    watch.pause();
    const value = 'x'.repeat(100_000);
    let sent = 0;
    for (let revision = 1; revision <= 120; revision += 1) {
      stream.write(eventAt(revision, value), () => (sent += 1));
    }
    await soon(200);
    expect(sent).toBeLessThan(60);
    second.write(eventAt(5));
    await until(() => other.revisions().length === 1);
    watch.resume();
    await until(() => revisions().length === 120);
    expect(revisions()).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  });

  it('is told how it ended, once', async () => {
    const { client, opened } = await startMember();
    const refused = listenTo(client);
    const first = await opened();
    first.on('wantTrailers', () =>
      first.sendTrailers({ 'grpc-status': '14', 'grpc-message': 'etcdserver: no leader' }),
    );
    first.end();
    const ended = listenTo(client);
    const second = await opened();
    second.on('wantTrailers', () => second.sendTrailers({ 'grpc-status': '0' }));
    second.end();
    await until(() => refused.ends.length + ended.ends.length === 2);
    const lost = listenTo(client);
    (await opened()).session?.destroy();
    await until(() => lost.ends.length === 1);
    expect([refused.ends, ended.ends]).toEqual([['14: etcdserver: no leader'], ['the member ended a watch']]);
  });

  it('that is cancelled is broken off, and hears no more', async () => {
    const { client, opened } = await startMember();
    const { watch, revisions, ends } = listenTo(client);
    const stream = await opened();
    const closed = new Promise((resolve) => stream.once('close', resolve));
    watch.cancel();
    await closed;
    expect([stream.rstCode, revisions(), ends]).toEqual([8, [], []]);
  });

  it('cannot be opened where all was closed', async () => {
    const { client } = await startMember();
    const { ends } = listenTo(client);
    client.close();
    expect(ends).toEqual(['No connection established. Last error: the connection was closed']);
    expect(() => listenTo(client)).toThrow('Channel closed before call started');
  });
});
