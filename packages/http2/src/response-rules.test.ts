/** Servers that break the rules of HTTP/2 or of HTTP: one exchange fails, or the connection, and nothing else. */
import { connect } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import { openConnection } from './connection.ts';
import type { Http2Connection } from './connection.ts';
import { ask } from './testing/ask.ts';
import { frameFlag, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { startScriptedPeer } from './testing/scripted-peer.ts';
import type { Peer } from './testing/scripted-peer.ts';
import { writeHeaderBlock } from './testing/write-header-block.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0).reverse()) close();
});

const streamWindow = 20_000;
const good = Buffer.of(0x88);
const { endHeaders, endStream } = frameFlag;

interface Started {
  readonly connection: Http2Connection;
  readonly frames: readonly Frame[];
  readonly isOver: () => boolean;
}

/** Answers the first request as the script says, and the others well. */
async function start(answer: (peer: Peer, stream: number) => void): Promise<Started> {
  const frames: Frame[] = [];
  const server = await startScriptedPeer({
    onConnect: (peer) => peer.send(frameType.settings),
    onFrame: (peer, frame) => {
      frames.push(frame);
      if (frame.type !== frameType.headers) return;
      if (frame.stream === 1) answer(peer, frame.stream);
      else peer.send(frameType.headers, { flags: endHeaders | endStream, stream: frame.stream, payload: good });
    },
  });
  closings.push(server.close);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let isOver = false;
  const connection = openConnection({ socket, streamWindow, onOver: () => (isOver = true) });
  closings.push(() => connection.close());
  return { connection, frames, isOver: () => isOver };
}

const headers = (stream: number, fields: readonly (readonly [string, string])[], flags: number = endHeaders) =>
  [frameType.headers, { flags, stream, payload: writeHeaderBlock([[':status', '200'], ...fields]) }] as const;
const data = (stream: number, length: number, flags = 0) =>
  [frameType.data, { flags, stream, payload: Buffer.alloc(length) }] as const;

describe('a response', () => {
  it.each<[string, (stream: number) => readonly (readonly [number, object])[]]>([
    ['data before its headers', (id) => [data(id, 1)]],
    ['an end before its headers', (id) => [data(id, 0, endStream)]],
    [
      'headers without a status',
      (id) => [[frameType.headers, { flags: endHeaders, stream: id, payload: writeHeaderBlock([['x', '1']]) }]],
    ],
    [
      'status 101',
      (id) => [[frameType.headers, { flags: endHeaders, stream: id, payload: writeHeaderBlock([[':status', '101']]) }]],
    ],
    [
      'interim responses without end',
      (id) =>
        Array.from(
          { length: 9 },
          () =>
            [
              frameType.headers,
              { flags: endHeaders, stream: id, payload: writeHeaderBlock([[':status', '103']]) },
            ] as const,
        ),
    ],
    ['other headers behind its headers', (id) => [headers(id, []), headers(id, [], endHeaders | endStream)]],
    [
      'trailers without an end',
      (id) => [
        headers(id, []),
        [frameType.headers, { flags: endHeaders, stream: id, payload: writeHeaderBlock([['x', '1']]) }],
      ],
    ],
    ['less than its length', (id) => [headers(id, [['content-length', '3']]), data(id, 2, endStream)]],
    ['more than its length', (id) => [headers(id, [['content-length', '3']]), data(id, 4)]],
    ['a header that would begin another', (id) => [headers(id, [['x', 'a\r\nset-cookie: b']])]],
  ])('with %s is malformed, and concerns its own exchange alone', async (_, script) => {
    const { connection, frames } = await start((peer, stream) => {
      for (const [type, options] of script(stream)) peer.send(type, options);
    });
    expect((await ask(connection).told).error).toMatchObject({ code: 'malformed', isUnsent: false });
    expect(await ask(connection).told).toMatchObject({ status: 200, error: undefined });
    const reset = frames.find(({ type }) => type === frameType.reset);
    expect([reset?.stream, reset?.payload.readUInt32BE(0)]).toEqual([1, 1]);
  });

  it.each<[string, (peer: Peer, stream: number) => void]>([
    [
      'more data than its window allows',
      (peer, stream) => {
        peer.send(...headers(stream, []));
        for (let count = 0; count < 3; count += 1) peer.send(...data(stream, 10_000));
      },
    ],
    [
      'a window above the largest',
      (peer) => peer.send(frameType.windowUpdate, { payload: Buffer.of(0x7f, 0xff, 0xff, 0xff) }),
    ],
    [
      'headers that refer to others',
      (peer, stream) => peer.send(frameType.headers, { flags: endHeaders, stream, payload: Buffer.of(0xbe) }),
    ],
    ['a frame that is too large', (peer) => peer.sendBytes(Buffer.of(0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1))],
  ])('with %s ends the connection', async (_, answer) => {
    const { connection, isOver } = await start(answer);
    const asked = ask(connection, { reads: new Promise(() => undefined) });
    expect((await asked.told).error).toMatchObject({ code: 'protocol', isUnsent: false });
    expect([isOver(), connection.isTaking()]).toEqual([true, false]);
  });
});

describe('a connection in doubt', () => {
  it('is ended where nothing comes after a ping', async () => {
    const { connection } = await start(() => undefined);
    const asked = ask(connection);
    await established(connection);
    connection.probe(20);
    connection.probe(20);
    expect((await asked.told).error).toMatchObject({ code: 'lost', message: 'the server does not answer' });
  });

  it('goes on where the ping is answered', async () => {
    const { connection, isOver } = await start((peer) =>
      peer.send(frameType.ping, { flags: frameFlag.ack, payload: Buffer.alloc(8) }),
    );
    const asked = ask(connection);
    await established(connection);
    connection.probe(1_000);
    await ask(connection).told;
    asked.exchange.cancel();
    expect([isOver(), connection.isTaking()]).toEqual([false, true]);
  });
});

async function established(connection: Http2Connection): Promise<void> {
  while (connection.mostStreams() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
}
