/** The server side, with the client of Node. */
import { once } from 'node:events';
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { serveEcho, type EchoServer } from '../testing/serve-echo.ts';

let server: EchoServer;
let client: ClientHttp2Session;

beforeEach(async () => {
  server = await serveEcho();
  client = connect(`http://127.0.0.1:${server.port}`);
  client.on('error', () => undefined);
  await once(client, 'connect');
});

afterEach(() => {
  client.destroy();
  server.close();
});

async function read(stream: ClientHttp2Stream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function statusOf(stream: ClientHttp2Stream): Promise<unknown> {
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  return headers[':status'];
}

it('returns bodies larger than any window', async () => {
  const body = Buffer.alloc(3 * 1024 * 1024, 'b');
  const stream = client.request({ ':method': 'POST', ':path': '/' });
  stream.end(body);
  expect((await read(stream)).equals(body)).toBe(true);
});

it('answers many requests at once, whose headers refer to those before', async () => {
  const asked = Array.from({ length: 500 }, (_, n) => `/${n % 7}/${'x'.repeat(n)}`);
  for (const path of asked) {
    const stream = client.request({ ':path': path, authorization: 'Bearer token', 'user-agent': `agent ${path}` });
    expect(await statusOf(stream)).toBe(200);
    stream.resume();
  }
  expect(server.asked).toEqual(asked);
});

it('answers others while a client does not read one', async () => {
  const slow = client.request({ ':path': '/large' });
  expect(await statusOf(slow)).toBe(200);
  for (let n = 0; n < 20; n += 1) {
    const stream = client.request({ ':method': 'POST', ':path': '/' });
    stream.end('hello');
    expect(String(await read(stream))).toBe('hello');
  }
  expect(await read(slow)).toHaveLength(4 * 1024 * 1024);
});

it('answers without a body', async () => {
  const stream = client.request({ ':path': '/head' });
  expect(await statusOf(stream)).toBe(200);
  expect(await read(stream)).toHaveLength(0);
});

it('tells the handler that the client has reset a request, or is gone', async () => {
  const first = client.request({ ':path': '/wait' });
  client.request({ ':path': '/wait' }).on('error', () => undefined);
  await new Promise((resolve) => void client.ping(resolve));
  first.on('error', () => undefined).close(constants.NGHTTP2_CANCEL);
  await new Promise((resolve) => void client.ping(resolve));
  expect([server.gone(), server.connections[0]?.load()]).toEqual([1, 1]);
  const closed = once(client, 'close');
  server.connections[0]?.close();
  await closed;
  expect(server.gone()).toBe(2);
});

it('drains: requests under way are answered, later ones go elsewhere', async () => {
  const stream = client.request({ ':method': 'POST', ':path': '/' });
  await new Promise((resolve) => void client.ping(resolve));
  const left = once(client, 'goaway');
  const closed = once(client, 'close');
  server.connections[0]?.drain();
  expect(await left).toMatchObject([constants.NGHTTP2_NO_ERROR, 0x7fff_ffff]);
  stream.end('late');
  expect(String(await read(stream))).toBe('late');
  await closed;
});

it('refuses headers that are too large once they are expanded, and goes on', async () => {
  const large = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, 'a'.repeat(2_000)]));
  const session = connect(`http://127.0.0.1:${server.port}`, { maxSendHeaderBlockLength: 128 * 1024 });
  const stream = session.request({ ':path': '/', ...large });
  expect(await statusOf(stream)).toBe(431);
  expect(await statusOf(session.request({ ':path': '/' }))).toBe(200);
  session.destroy();
});
