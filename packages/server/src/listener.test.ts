import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@keelson/http';

import { issueAuthority, issueLeaf, type KeyPair } from '@keelson/pki';
import { listen, type Listener } from './listener.ts';

let authority: KeyPair;
let own: KeyPair;
let alice: KeyPair;
beforeAll(async () => {
  const now = new Date();
  authority = await issueAuthority('ca', now, 1);
  const subject = { commonName: 'server' };
  own = await issueLeaf(authority, { subject, usage: 'server', hosts: ['localhost'], now, days: 1 });
  alice = await issueLeaf(authority, { subject: { commonName: 'alice' }, usage: 'client', now, days: 1 });
});

const listeners: Listener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const listener of listeners.splice(0)) {
    const stopped = listener.stopAccepting();
    listener.cutOff();
    await stopped;
  }
});

type Answer = (url: string, response: Outgoing, socket: TLSSocket) => void;

async function start(answer: Answer): Promise<Listener> {
  const listener = await listen({
    bindAddress: '127.0.0.1',
    port: 0,
    http2: { mostStreams: 250, goawayChance: 0 },
    secureContext: { key: own.privateKey, cert: own.certificate, ca: authority.certificate },
    handler: {
      answer: (message, response) => answer(message.url ?? '', response, message.socket as TLSSocket),
      answerQuickly: ({ url, connection }, response) => {
        if (!url.startsWith('/page')) answer(url, response, connection.socket as TLSSocket);
        return !url.startsWith('/page');
      },
    },
  });
  listeners.push(listener);
  return listener;
}

interface Client {
  readonly socket: TLSSocket;
  came(): string;
  whenCame(pattern: RegExp): Promise<void>;
  readonly closed: Promise<void>;
}

function open({ port }: Listener, options: ConnectionOptions = {}): Client {
  const where = options.socket === undefined ? { port, host: '127.0.0.1' } : {};
  const socket = connect({ ...where, ca: authority.certificate, servername: 'localhost', ...options });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    socket,
    closed,
    came: () => text,
    whenCame: async (pattern) => {
      const gone = closed.then(() => pattern.test(text) || Promise.reject(new Error(`closed after ${text}`)));
      while (!pattern.test(text)) await Promise.race([once(socket, 'data'), gone]);
    },
  };
}

const get = (url: string, ...headers: string[]) =>
  `${[`GET ${url} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
/** With them a request is Node's, and its connection from then on. */
const odd = ['Accept: a', 'Accept: b'];

const echo: Answer = (url, response) => void response.end(url);

describe('the listener', () => {
  it.each([
    ['TLS 1.3', {}],
    ['TLS 1.2', { maxVersion: 'TLSv1.2' } as const],
  ])('knows the certificate of a client, whoever reads its requests: %s', async (_, options) => {
    const listener = await start((url, response, socket) => {
      const { subject } = socket.getPeerCertificate();
      response.end(`${url} of ${String(subject.CN)} is ${String(socket.authorized)};`);
    });
    const client = open(listener, { key: alice.privateKey, cert: alice.certificate, ...options });
    for (const request of [get('/a'), get('/page'), get('/b'), get('/c', ...odd), get('/d')]) {
      client.socket.write(request);
      await client.whenCame(new RegExp(`${request.split(' ')[1] ?? ''} of alice is true;`));
    }
  });

  it('goes on with who negotiates again in between, and not with who does little else', async () => {
    const client = open(await start(echo), { maxVersion: 'TLSv1.2' });
    const negotiate = (): Promise<unknown> =>
      Promise.race([
        new Promise((resolve) => client.socket.renegotiate({ rejectUnauthorized: false }, resolve)),
        client.closed,
      ]);
    client.socket.write(get('/a'));
    await client.whenCame(/\/a$/);
    await negotiate();
    client.socket.write(get('/b'));
    await client.whenCame(/\/b$/);
    for (let count = 0; count < 5; count += 1) await negotiate();
    await client.closed;
  });

  it('has no time for who speaks plain HTTP, or nonsense, and goes on with the others', async () => {
    const listener = await start(echo);
    for (const text of [get('/a'), '\x16\x03\x01\0\x05\xff\0\0\0\0', '\0'.repeat(100)]) {
      const socket = connectPlain(listener.port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      socket.write(text);
      await once(socket, 'close');
    }
    const client = open(listener);
    client.socket.write(get('/a'));
    await client.whenCame(/\/a$/);
  });

  it.each([
    ['the lane', []],
    ['Node', odd],
  ])('takes a client for gone whose records are none any more: %s', async (_, headers) => {
    const closed: string[] = [];
    const listener = await start((url, response) => {
      response.once('close', () => closed.push(url));
      response.flushHeaders();
    });
    const raw = connectPlain(listener.port, '127.0.0.1');
    sockets.push(raw);
    raw.on('error', () => undefined);
    const client = open(listener, { socket: raw });
    client.socket.write(get('/watch', ...headers));
    await client.whenCame(/chunked/);
    raw.write('nonsense that is no record of TLS at all, but is long enough to be one');
    while (closed.length === 0) await delay(5);
    expect(closed).toEqual(['/watch']);
  });

  it('refuses what is no HTTP behind an answer, but not in the middle of one', async () => {
    const listener = await start((url, response) => {
      if (url === '/whole') response.end('whole');
      else response.write(Buffer.from('half'));
    });
    const [whole, half] = [open(listener), open(listener)];
    whole.socket.write(get('/whole', ...odd));
    half.socket.write(get('/half', ...odd));
    await Promise.all([whole.whenCame(/whole/), half.whenCame(/half/)]);
    for (const { socket } of [whole, half]) socket.write('nonsense\r\n\r\n');
    await Promise.all([whole.closed, half.closed]);
    expect(whole.came()).toMatch(/HTTP\/1\.1 400 [^]*"kind":"Status"/);
    expect(half.came()).toMatch(/\r\nhalf\r\n$/);
  });
});

describe('a listener that stops', () => {
  it('lets go of idle connections, and of the others when they are done', async () => {
    const responses = new Map<string, Outgoing>();
    const listener = await start((url, response) => {
      if (url.endsWith('idle')) response.end(url);
      else responses.set(url, response);
    });
    const ask = async (url: string, ...headers: string[]): Promise<Client> => {
      const client = open(listener);
      client.socket.write(get(url, ...headers));
      if (url.endsWith('idle')) await client.whenCame(/idle$/);
      else while (!responses.has(url)) await delay(5);
      return client;
    };
    const idle = [await ask('/idle'), await ask('/page/idle'), await ask('/idle', ...odd), open(listener)];
    await once(idle[3]?.socket as TLSSocket, 'secureConnect');
    const busy = [await ask('/busy'), await ask('/page/busy'), await ask('/odd', ...odd)];
    let hasStopped = false;
    const stopped = listener.stopAccepting().then(() => (hasStopped = true));
    await Promise.all(idle.map(({ closed }) => closed));
    expect(hasStopped).toBe(false);
    for (const [url, response] of responses) response.end(`${url} is done`);
    await Promise.all(busy.map(({ closed }) => closed));
    for (const client of busy) expect(client.came()).toMatch(/is done$/);
    await stopped;
  });

  it('can cut off all that is left', async () => {
    const asked: string[] = [];
    const listener = await start((url, response) => {
      asked.push(url);
      response.flushHeaders();
    });
    const texts = [get('/a'), get('/page'), get('/b', ...odd), get('/c').slice(0, -1), get('/d', ...odd).slice(0, -1)];
    const clients = texts.map((text) => {
      const client = open(listener);
      client.socket.write(text);
      return client;
    });
    while (asked.length < 3) await delay(5);
    await delay(100);
    const stopped = listener.stopAccepting();
    listener.cutOff();
    await Promise.all([stopped, ...clients.map(({ closed }) => closed)]);
  });

  it('does not wait for answers whose turn never came', async () => {
    const responses: ServerResponse[] = [];
    const listener = await start((_, response) => void responses.push(response as ServerResponse));
    const [gone, idle] = [open(listener), open(listener)];
    gone.socket.write(get('/a', ...odd) + get('/b'));
    while (responses.length < 1) await delay(5);
    gone.socket.destroy();
    idle.socket.write(get('/c', ...odd));
    while (responses.length < 2) await delay(5);
    responses[1]?.end('c');
    await idle.whenCame(/c$/);
    await listener.stopAccepting();
    await idle.closed;
  });
});
