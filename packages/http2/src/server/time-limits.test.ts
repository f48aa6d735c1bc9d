/** Clients that do nothing, and those that do not read. Seconds pass when the test says so. */
import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { printStatusLine } from '../header-writer.ts';
import { serveEcho, type EchoServer } from '../testing/serve-echo.ts';
import type { OnRequest } from './streams.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), hex('000000 04 00 00000000')]);
const ping = hex('000008 06 00 00000000 0000000000000000');
const pong = hex('000008 06 01 00000000 0000000000000000');
/** POST, https, `/`: the block, and no end of the stream. */
const post = hex('000003 01 04 00000001 838784');
const unfinishedPost = hex('000003 01 00 00000001 838784');
const data = hex('000001 00 00 00000001 61');
const cancel = hex('000004 03 00 00000001 00000008');

const ticks = new Set<() => void>();
const sockets: Socket[] = [];
let server: EchoServer;

const pass = (seconds: number): void => {
  for (let second = 0; second < seconds; second += 1) for (const tick of ticks) tick();
};

beforeEach(async () => {
  server = await serveEcho({
    everySecond: (tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
  });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends the bytes and returns once the server has handled them; `received` has all that it sent. */
async function send(bytes: Buffer) {
  const socket = open(server.port);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const all = (): Buffer => Buffer.concat(received);
  const say = async (more: Buffer): Promise<void> => {
    const pongs = (): number => all().toString('hex').split(pong.toString('hex')).length;
    const before = pongs();
    socket.write(Buffer.concat([ping, more]));
    while (pongs() === before) await once(socket, 'data');
  };
  if (bytes.length > 0) {
    socket.write(preface);
    await say(bytes);
  } else await once(socket, 'data');
  return { socket, all, say };
}

it.each([
  ['SETTINGS', Buffer.alloc(0)],
  ['the end of a header block', unfinishedPost],
])('ends a connection that waits for %s for ten seconds', async (_, bytes) => {
  const { socket, all } = await send(bytes);
  const closed = once(socket, 'close');
  pass(9);
  expect(ticks.size).toBe(1);
  pass(2);
  await closed;
  expect([all().includes('the peer took too long'), ticks.size]).toEqual([true, 0]);
});

it('resets a request whose body does not go on for thirty seconds', async () => {
  const { socket, all, say } = await send(post);
  pass(29);
  await say(data);
  pass(29);
  expect([server.gone(), all().includes(cancel)]).toEqual([0, false]);
  pass(1);
  while (!all().includes(cancel)) await once(socket, 'data');
  expect([server.gone(), server.connections[0]?.load()]).toEqual([1, 0]);
});

it('drains a connection without requests after ninety seconds', async () => {
  const client = connectHttp2(`http://127.0.0.1:${server.port}`);
  await once(client, 'connect');
  const waiting = client.request({ ':path': '/wait' });
  waiting.on('error', () => undefined);
  await new Promise((resolve) => void client.ping(resolve));
  pass(200);
  expect(client.destroyed).toBe(false);
  waiting.close(constants.NGHTTP2_CANCEL);
  await new Promise((resolve) => void client.ping(resolve));
  const left = once(client, 'goaway');
  const closed = once(client, 'close');
  pass(90);
  expect(await left).toMatchObject([constants.NGHTTP2_NO_ERROR, 0x7fff_ffff]);
  await closed;
});

const headBytes = 64 * 1024;
const ignore = (): void => undefined;

/** Answers at once with 64 KiB of headers. */
async function serveHeads(counts: { over: number }): Promise<EchoServer> {
  const head = printStatusLine(200) + 'x'.repeat(headBytes);
  const onRequest: OnRequest = (_, exchange) => {
    exchange.respond(head, true);
    return { onData: ignore, onEnd: ignore, onGone: ignore, onRoom: ignore, onSent: ignore };
  };
  return serveEcho({ onRequest, onOver: () => (counts.over += 1) });
}

/** A GET, complete; or a POST with a body of 16 KiB, which the server does not wait for. */
function ask(stream: number, bodyBytes: number): Buffer {
  const request = hex(`000003 01 ${bodyBytes === 0 ? '05' : '04'} 00000000 828784`);
  request.writeUInt32BE(stream, 5);
  if (bodyBytes === 0) return request;
  const body = Buffer.alloc(9 + bodyBytes);
  body.writeUIntBE(bodyBytes, 0, 3);
  body.writeUInt32BE(stream, 5);
  return Buffer.concat([request, body]);
}

it('drains a connection on which nothing was ever asked after ten seconds', async () => {
  const client = connectHttp2(`http://127.0.0.1:${server.port}`);
  await once(client, 'connect');
  await new Promise((resolve) => void client.ping(resolve));
  const closed = once(client, 'close');
  pass(9);
  expect(client.destroyed).toBe(false);
  pass(1);
  await closed;
});

it('resets a response of which the client has taken nothing for ninety seconds', async () => {
  const client = connectHttp2(`http://127.0.0.1:${server.port}`);
  const large = client.request({ ':path': '/large' });
  await once(large, 'response');
  await new Promise((resolve) => void client.ping(resolve));
  pass(90);
  await new Promise((resolve) => void client.ping(resolve));
  expect([large.rstCode, server.connections[0]?.load()]).toEqual([constants.NGHTTP2_NO_ERROR, 1]);
  pass(1);
  expect([server.gone(), server.connections[0]?.load()]).toEqual([1, 0]);
  client.destroy();
});

it('reads no more of a client that does not read, and goes on when it does', async () => {
  const counts = { over: 0 };
  const serving = await serveHeads(counts);
  const socket = open(serving.port).pause();
  const asked = Array.from({ length: 400 }, (_, n) => ask(2 * n + 1, 16_384));
  socket.write(Buffer.concat([preface, ...asked]));
  while (![...serving.sockets].some((each) => each.isPaused())) await turn();
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
  while (bytes < asked.length * headBytes) await once(socket, 'data');
  expect(counts.over).toBe(0);
  serving.close();
});

it('ends a connection whose answers to one read are more than a server should keep', async () => {
  const counts = { over: 0 };
  const serving = await serveHeads(counts);
  const socket = open(serving.port).pause();
  socket.write(Buffer.concat([preface, ...Array.from({ length: 1_000 }, (_, n) => ask(2 * n + 1, 0))]));
  while (counts.over === 0) await turn();
  expect(serving.connections[0]?.load()).toBe(0);
  serving.close();
});
