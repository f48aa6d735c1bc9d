/** Watches over WebSockets, as pages in a browser and some clients in Java open them. */
import { once } from 'node:events';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';

import { make } from './support/callers.ts';
import { useHomes } from './support/homes.ts';
import { openRaw } from './support/raw.ts';
import { token, type Started } from './support/serve.ts';

const newHome = useHomes();
const configMaps = '/api/v1/namespaces/default/configmaps';
const watched = `${configMaps}?watch=1&fieldSelector=metadata.name=a`;
const bearer = { Authorization: `Bearer ${token}` };
const prefix = 'base64url.bearer.authorization.k8s.io.';
const encodedToken = `${prefix}${Buffer.from(token).toString('base64url')}`;

let server: Started;

beforeAll(async () => {
  const home = await newHome();
  server = await home.start('--controllers=');
  await make(server, configMaps, { metadata: { name: 'a' }, data: { letter: 'é' } });
});

const open: WebSocket[] = [];
afterAll(() => {
  for (const client of open) client.terminate();
});

interface Watching {
  readonly client: WebSocket;
  /** Its answer to the handshake, where it refused. */
  readonly refused: Promise<number | undefined>;
  next(): Promise<{ readonly bytes: Buffer; readonly isBinary: boolean }>;
}

function watch(path: string, headers: Readonly<Record<string, string>>, protocols: string[] = []): Watching {
  const client = new WebSocket(server.url.replace('https:', 'wss:') + path, protocols, {
    headers,
    rejectUnauthorized: false,
  });
  open.push(client);
  const came: { bytes: Buffer; isBinary: boolean }[] = [];
  client.on('message', (bytes: Buffer, isBinary) => came.push({ bytes, isBinary }));
  client.on('error', () => undefined);
  const refused = new Promise<number | undefined>((resolve) => {
    client.once('unexpected-response', (_, response) => resolve(response.statusCode));
  });
  return {
    client,
    refused,
    next: async () => {
      while (came.length === 0) await once(client, 'message');
      const first = came.shift();
      if (first === undefined) throw new Error('there was a message');
      return first;
    },
  };
}

/** Types and names of the events. */
async function readEvent(watching: Watching): Promise<unknown> {
  const { bytes, isBinary } = await watching.next();
  expect(isBinary).toBe(false);
  const { type, object } = JSON.parse(bytes.toString()) as {
    type: string;
    object: { metadata: { name: string }; data: object };
  };
  return [type, object.metadata.name, object.data];
}

describe('a watch over a WebSocket', () => {
  it('is opened as RFC 6455 has it, by the key of its section 1.3', async () => {
    const raw = openRaw(server.url);
    const lines = [
      `GET ${watched} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${token}`,
      'Connection: keep-alive, Upgrade',
      'Upgrade: WebSocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ];
    raw.write(`${lines.join('\r\n')}\r\n\r\n`);
    const came = await raw.until(/\}\n$/);
    expect(came).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(came).toContain('\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n');
    expect(came).toContain('{"type":"ADDED","object":{');
    raw.close();
  });

  it('has a text message for each event, and ends with its time', async () => {
    const watching = watch(`${configMaps}?watch=1&timeoutSeconds=5&labelSelector=mine`, bearer);
    const closed = once(watching.client, 'close');
    await once(watching.client, 'open');
    await make(server, configMaps, { metadata: { name: 'b', labels: { mine: '' } }, data: { letter: 'é' } });
    await server.ask(`${configMaps}/b`, { method: 'DELETE' });
    expect(await readEvent(watching)).toEqual(['ADDED', 'b', { letter: 'é' }]);
    expect(await readEvent(watching)).toEqual(['DELETED', 'b', { letter: 'é' }]);
    expect((await closed)[0]).toBe(1000);
  });

  it('has a message for each of the objects that are there, after other watches had them in one piece', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `many-${String(index).padStart(2, '0')}`);
    for (const name of names) await make(server, configMaps, { metadata: { name, labels: { many: '' } } });
    const many = `${configMaps}?watch=1&labelSelector=many`;
    for (let time = 0; time < 2; time += 1) await server.ask(`${many}&timeoutSeconds=1`);
    const watching = watch(many, bearer);
    for (const name of names) expect(await readEvent(watching)).toEqual(['ADDED', name, undefined]);
  });

  it('answers pings, and drops whatever else the client says', async () => {
    const { client } = watch(watched, bearer);
    await once(client, 'open');
    client.send('hello');
    client.ping('still there?');
    const [said] = (await once(client, 'pong')) as [Buffer];
    expect(said.toString()).toBe('still there?');
    client.close();
    await once(client, 'close');
  });

  it('has a binary message for each event in protobuf, without a length before it', async () => {
    const watching = watch(watched, { ...bearer, Accept: 'application/vnd.kubernetes.protobuf;stream=watch' });
    const { bytes, isBinary } = await watching.next();
    expect(isBinary).toBe(true);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\n\u0005ADDED\u0012');
    expect(bytes.includes('k8s\0')).toBe(true);
  });

  it('has the columns of a table in its first event', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const watching = watch(watched, { ...bearer, Accept: accept });
    const { bytes } = await watching.next();
    expect(bytes.toString()).toContain('"columnDefinitions":[{');
  });

  it.each([
    { why: 'no other', headers: {} },
    { why: 'one in its header that nobody has', headers: { Authorization: 'Bearer nobody' } },
    { why: 'other credentials in its header', headers: { Authorization: 'Basic YTpi' } },
  ])('is authenticated by a token among its subprotocols, not said back, with $why', async ({ headers }) => {
    const watching = watch(watched, headers, [encodedToken, 'base64.binary.k8s.io']);
    expect(await readEvent(watching)).toEqual(['ADDED', 'a', { letter: 'é' }]);
    expect(watching.client.protocol).toBe('base64.binary.k8s.io');
  });

  it.each([
    { why: 'a token that nobody has', token: 'nobody', code: 401 },
    { why: 'a token without a subprotocol beside it', protocols: [encodedToken], code: 401 },
    { why: 'a token that cannot be decoded', protocols: [`${prefix}A`, 'base64.binary.k8s.io'], code: 401 },
    { why: 'no token', protocols: ['base64.binary.k8s.io'], code: 403 },
    { why: 'options that are none', token, options: '&labelSelector=!', code: 400 },
  ])('is refused for $why', async ({ token: given, protocols = [], options = '', code }) => {
    const headers = given === undefined ? {} : { Authorization: `Bearer ${given}` };
    expect(await watch(watched + options, headers, protocols).refused).toBe(code);
  });

  it('is no such watch over HTTP/1.0, where an upgrade is ignored, with a token among its subprotocols', async () => {
    const lines = [
      ...[`GET ${watched}&timeoutSeconds=1 HTTP/1.0`, 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket'],
      ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'],
    ];
    const named = openRaw(server.url);
    named.write(`${lines.join('\r\n')}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    const came = await named.closed;
    expect(came).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(came).toContain('\r\n\r\n{"type":"ADDED","object":{');
    const unnamed = openRaw(server.url);
    unnamed.write(`${lines.join('\r\n')}\r\nSec-WebSocket-Protocol: ${encodedToken}, a\r\n\r\n`);
    expect(await unnamed.closed).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });

  it('is not opened without a key', async () => {
    const raw = openRaw(server.url);
    const lines = [`GET ${watched} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`, 'Connection: Upgrade'];
    raw.write(`${[...lines, 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'].join('\r\n')}\r\n\r\n`);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});
