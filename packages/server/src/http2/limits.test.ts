/** Ends of connections over HTTP/2: graceful ones, by chance, and those of clients that flood. */
import { once } from 'node:events';
import { constants } from 'node:http2';
import { connect, type TLSSocket } from 'node:tls';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import { createFrameReader, frameFlag, frameOf, frameType, writeHeaderBlock } from '@keelson/http2/testing';

import { readAnswer, serveStreams, settled, type ServedStreams, type Serving } from './testing/serve-streams.ts';

let served: ServedStreams | undefined;
afterEach(() => served?.close());

const answer: Serving['answer'] = ({ url }, response) => {
  if (url === '/watch') response.flushHeaders();
  else response.end('answered');
  return true;
};

describe('a connection', () => {
  it('that ends gracefully answers what is under way, and leaves later requests to others', async () => {
    const responses: { end(text: string): unknown }[] = [];
    served = await serveStreams({
      answer: (_, response) => {
        response.flushHeaders();
        return responses.push(response) > 0;
      },
    });
    const session = served.open();
    const watch = session.request({ ':path': '/watch' });
    const reading = readAnswer(watch);
    await once(watch, 'response');
    const left = once(session, 'goaway');
    const closed = once(session, 'close');
    served.lane.stop();
    expect((await left)[0]).toBe(constants.NGHTTP2_NO_ERROR);
    responses[0]?.end('the last event');
    expect(String((await reading).body)).toBe('the last event');
    await closed;
  });

  it('that is opened while the server stops ends when its request is answered', async () => {
    served = await serveStreams({ answer });
    served.lane.stop();
    const session = served.open();
    const closed = once(session, 'close');
    await once(session, 'goaway');
    await closed;
  });

  it('is told to end by chance, and its request is answered', async () => {
    served = await serveStreams({ answer, goawayChance: 0.51 });
    const session = served.open();
    const closed = once(session, 'close');
    expect(String((await readAnswer(session.request({ ':path': '/' }))).body)).toBe('answered');
    await closed;
  });

  it('is not told to end where chance does not want it', async () => {
    served = await serveStreams({ answer, goawayChance: 0.5 });
    const session = served.open();
    await readAnswer(session.request({ ':path': '/' }));
    await settled(session);
    expect(session.destroyed).toBe(false);
  });

  it('carries no more requests at once than it may, and refuses the others unprocessed', async () => {
    served = await serveStreams({ answer, mostStreams: 2 });
    const session = served.open();
    await once(session, 'remoteSettings');
    expect(session.remoteSettings.maxConcurrentStreams).toBe(2);
    const streams = [1, 2].map(() => session.request({ ':path': '/watch' }));
    await Promise.all(streams.map((stream) => once(stream, 'response')));
    const { connection, told } = await flood(served.port, (id) => [get(id, '/watch')], 3);
    expect(told.refused).toBe(1);
    connection.destroy();
  });
});

const preface = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frameOf({ type: frameType.settings, flags: 0, stream: 0 }),
]);
const ping = frameOf({ type: frameType.ping, flags: 0, stream: 0 }, Buffer.alloc(8));

function get(stream: number, path: string): Buffer {
  const block = writeHeaderBlock([
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', path],
  ]);
  const flags = frameFlag.endHeaders | frameFlag.endStream;
  return frameOf({ type: frameType.headers, flags, stream }, block);
}

/** Sends the frames for each of so many odd ids, and a PING; returns when that is answered, or the connection ends. */
async function flood(port: number, framesOf: (stream: number) => readonly Buffer[], count: number) {
  const connection: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  connection.on('error', () => undefined);
  const told: { refused: number; goaway: number | undefined; isAnswered: boolean } = {
    ...{ refused: 0, goaway: undefined, isAnswered: false },
  };
  const read = createFrameReader(({ type, flags, payload }) => {
    if (type === frameType.reset && payload.readUInt32BE(0) === constants.NGHTTP2_REFUSED_STREAM) told.refused += 1;
    if (type === frameType.goAway) told.goaway = payload.readUInt32BE(4);
    if (type === frameType.ping && (flags & frameFlag.ack) !== 0) told.isAnswered = true;
  });
  connection.on('data', (bytes: Buffer) => read(bytes));
  await once(connection, 'secureConnect');
  const frames = Array.from({ length: count }, (_, n) => framesOf(2 * n + 1)).flat();
  connection.write(Buffer.concat([preface, ...frames, ping]));
  while (!told.isAnswered && told.goaway === undefined && !connection.destroyed) await turn();
  return { connection, told };
}

const empty = (type: number, stream: number): Buffer => frameOf({ type, flags: 0, stream });
const cancel = Buffer.of(0, 0, 0, 8);
const floods: readonly (readonly [string, (stream: number) => readonly Buffer[]])[] = [
  ['requests and resets', (id) => [get(id, '/wait'), frameOf({ type: frameType.reset, flags: 0, stream: id }, cancel)]],
  ['PING', () => [ping]],
  ['SETTINGS', () => [empty(frameType.settings, 0)]],
  ['frames of unknown types', () => [empty(0x20, 0)]],
  ['CONTINUATION', (id) => (id === 1 ? [empty(frameType.headers, 1)] : [empty(frameType.continuation, 1)])],
];

describe('a flood', () => {
  it.each(floods)('of %s ends its connection, and holds up no other', async (_, framesOf) => {
    let asked = 0;
    served = await serveStreams({
      answer: (incoming, response) => {
        asked += 1;
        return incoming.url === '/wait' || answer(incoming, response);
      },
    });
    const session = served.open();
    await settled(session);
    const before = process.cpuUsage();
    const { told } = await flood(served.port, framesOf, 20_000);
    const { user, system } = process.cpuUsage(before);
    expect(told.goaway).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    // Of both ends, and to make the frames; the rest of the flood is not looked at.
    expect([asked < 2_000, (user + system) / 1_000 < 5_000]).toEqual([true, true]);
    expect((await readAnswer(session.request({ ':path': '/' }))).status).toBe(200);
  });
});
