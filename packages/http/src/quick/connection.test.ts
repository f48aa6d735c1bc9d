import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { Outgoing } from '../exchange.ts';
import { closeServed, echo, get, open, put, serve } from '../testing/serve.ts';

afterEach(closeServed);

const megabyte = Buffer.alloc(1_000_000, 'x');

describe('a client that does not read', () => {
  it('is not given more answers, however its requests come', async () => {
    const seen: string[] = [];
    const client = open(
      await serve(({ url }, response) => {
        seen.push(url);
        response.end(megabyte);
      }),
    );
    client.socket.pause();
    for (let count = 0; count < 40; count += 1) {
      client.socket.write(get(`/${count}`));
      await delay(2);
    }
    expect(seen.length).toBeLessThan(15);
    client.socket.resume();
    while (seen.length < 40) await delay(5);
    expect(seen).toEqual(Array.from({ length: 40 }, (_, count) => `/${count}`));
  });

  it('does not make the server read on, either', async () => {
    const served = await serve((_, response) => response.flushHeaders());
    const client = open(served);
    const accepted = once(served.server, 'connection') as Promise<[Socket]>;
    client.socket.write(get('/watch'));
    const [socket] = await accepted;
    for (let count = 0; count < 100; count += 1) client.socket.write(put('/next', 'x'.repeat(100_000)));
    await delay(200);
    expect(socket.bytesRead).toBeLessThan(1_000_000);
  });

  it('is idle when it takes nothing of what was answered, and not while it takes it slowly', async () => {
    const pieces = 100;
    const piece = megabyte.subarray(0, 200_000);
    const served = await serve(
      (_, response) => {
        response.writeHead(200, { 'Content-Length': pieces * piece.length });
        for (let count = 0; count < pieces; count += 1) response.write(piece);
        response.end();
      },
      { keepAliveMs: 2_000 },
    );
    const [slow, stuck] = [open(served), open(served)];
    for (const { socket } of [slow, stuck]) socket.write(get('/'));
    stuck.socket.pause();
    slow.socket.on('data', () => {
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), 5);
    });
    const sinceMs = performance.now();
    await Promise.all([slow.closed, delay(7_000).then(() => stuck.socket.resume()), stuck.closed]);
    expect(slow.came()).toHaveLength(slow.came().indexOf('xxx') + pieces * piece.length);
    expect(performance.now() - sinceMs).toBeGreaterThan(6_000);
    expect(stuck.came().length).toBeLessThan(pieces * piece.length);
  });
});

describe('a client that sends nothing more', () => {
  it('is answered what it asked for before, all in one go', async () => {
    const client = open(await serve());
    client.socket.end(get('/a') + put('/b', 'hello') + get('/page') + get('/c') + get('/d', 'Accept: a', 'Accept: b'));
    await client.closed;
    const by = [...client.came().matchAll(/"url":"(.*?)"/g)].map(([, url]) => url);
    expect(by).toEqual(['/a', '/b', '/page', '/c', '/d']);
  });

  it('is gone for a watch, at once', async () => {
    const ends: string[] = [];
    const client = open(
      await serve((_, response) => {
        response.once('close', () => ends.push(response.writableEnded ? 'ended' : 'gone'));
        response.flushHeaders();
      }),
    );
    client.socket.write(get('/watch'));
    await client.whenCame(/chunked/);
    client.socket.end();
    await client.closed;
    expect(ends).toEqual(['gone']);
  });

  it('has its half request forgotten', async () => {
    const seen: string[] = [];
    const client = open(await serve(({ url }) => void seen.push(url)));
    client.socket.end(put('/a', 'hello').slice(0, -1));
    await client.closed;
    await delay(100);
    expect(seen).toEqual([]);
  });
});

describe('a lane that has stopped', () => {
  it('ends a connection that was made just before, after its first answer', async () => {
    const served = await serve();
    served.lane.stop();
    const client = open(served);
    client.socket.write(get('/a'));
    await client.closed;
    expect(client.came()).toMatch(/Connection: close\r\n[^]*"url":"\/a"/);
  });

  it('carries nothing out whose answer it could not send', async () => {
    const seen: string[] = [];
    let answer: (() => void) | undefined;
    const served = await serve(({ url }, response) => {
      seen.push(url);
      answer = () => response.end(Buffer.concat(Array<Buffer>(20).fill(megabyte)));
    });
    const client = open(served);
    client.socket.pause();
    client.socket.write(get('/a'));
    while (answer === undefined) await delay(5);
    served.lane.stop();
    answer();
    client.socket.write(put('/b', 'too late'));
    await delay(50);
    client.socket.resume();
    await client.closed;
    expect(seen).toEqual(['/a']);
    expect(client.came()).toHaveLength(client.came().indexOf('xxx') + 20 * megabyte.length);
  });

  it('leaves half a request to Node, which waits for the rest', async () => {
    const served = await serve();
    const client = open(served);
    const accepted = once(served.server, 'connection');
    client.socket.write(put('/a', 'hello').slice(0, -2));
    await accepted;
    await delay(10);
    served.lane.stop();
    client.socket.write('lo');
    expect(await client.answers(1)).toEqual([{ by: 'node', method: 'PUT', url: '/a', body: 'hello' }]);
  });
});

describe('what is handed over', () => {
  /** Listener counts by event of a connection whose request is under way. */
  async function listeners(isInLane: boolean): Promise<[string | symbol, number][]> {
    let asked: Socket | undefined;
    const ask = (socket: Socket, response: Outgoing): void => {
      asked = socket;
      response.flushHeaders();
    };
    const plain = createServer(({ socket }, response) => ask(socket, response));
    const { server } = isInLane
      ? await serve(({ connection }, response) => ask(connection.socket, response))
      : { server: plain };
    if (!isInLane) await once(plain.listen(0, '127.0.0.1'), 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(get('/', 'Expect: 100-continue'));
    while (asked === undefined) await delay(5);
    const found = asked;
    client.destroy();
    plain.close();
    return found.eventNames().map((name) => [name, found.listenerCount(name)]);
  }

  it('has the listeners of Node, and no others', async () => {
    const sorted = (counts: [string | symbol, number][]) => counts.map(String).sort();
    expect(sorted(await listeners(true))).toEqual(sorted(await listeners(false)));
  });

  it('is what Node goes on with, though it has to pause at once', async () => {
    const client = open(
      await serve(({ url }, response) => {
        response.writeHead(200, { 'X-Url': url });
        response.end(megabyte.subarray(0, 200_000));
      }),
    );
    const urls = Array.from({ length: 20 }, (_, count) => `/${count}`);
    client.socket.pause();
    client.socket.write(urls.map((url) => get(url, 'Accept: a', 'Accept: b')).join(''));
    await delay(100);
    client.socket.resume();
    await client.whenCame(/X-Url: \/19[^x]*x{200000}/);
    expect(client.came().match(/(?<=X-Url: )\S+/g)).toEqual(urls);
  });
});

describe('a fault of whoever answers', () => {
  it('ends the connection, and is not hidden', async () => {
    const served = await serve(() => {
      throw new Error('a fault');
    });
    const accepted = once(served.server, 'connection') as Promise<[Socket]>;
    const client = open(served);
    const [socket] = await accepted;
    expect(() => socket.emit('data', Buffer.from(get('/')))).toThrow('a fault');
    await client.closed;
  });
});

describe('a body in very small pieces', () => {
  it('is taken as it is', async () => {
    const client = open(await serve(echo));
    const body = 'y'.repeat(30_000);
    const text = put('/small', body);
    client.socket.write(text.slice(0, 20_000));
    for (let at = 20_000; at < text.length; at += 10) {
      client.socket.write(text.slice(at, at + 10));
      if (at % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await client.answers(1))[0]?.body).toBe(body);
  });
});
