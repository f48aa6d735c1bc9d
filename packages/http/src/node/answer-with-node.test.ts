import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import { closeServed, echo, get, open, put, serve, type Client, type Served } from '../testing/serve.ts';

afterEach(closeServed);

type ShowPage = (message: IncomingMessage, response: ServerResponse) => void;

async function show(showPage: ShowPage): Promise<{ readonly client: Client; readonly served: Served }> {
  const served = await serve(echo, { showPage });
  return { served, client: open(served) };
}

describe("a page that is shown with Node's objects", () => {
  it('says how long the connection stays, as all answers do', async () => {
    const { client } = await show((_, response) => response.end('page'));
    client.socket.write(get('/page'));
    await client.whenCame(/page$/);
    expect(client.came()).toContain('\r\nConnection: keep-alive\r\n');
    expect(client.came()).toContain('\r\nKeep-Alive: timeout=60\r\n');
  });

  it.each<[string, ShowPage]>([
    ['says so', (_, response) => response.writeHead(200, { Connection: 'close' }).end('page')],
    [
      'has neither a length nor chunks',
      (_, response) => {
        response.removeHeader('Content-Length');
        response.removeHeader('Transfer-Encoding');
        response.end('page');
      },
    ],
  ])('ends the connection if it %s', async (_, showPage) => {
    const { client } = await show(showPage);
    client.socket.write(get('/page') + get('/a'));
    await client.closed;
    expect(client.came()).toContain('page');
    expect(client.came()).not.toContain('/a');
  });

  it.each([204, 304])('may have no body: %i', async (status) => {
    const { client } = await show((_, response) => response.writeHead(status).end());
    client.socket.write(get('/page') + get('/a'));
    expect((await client.answers(1))[0]).toMatchObject({ by: 'lane', url: '/a' });
    expect(client.came()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*?\r\n\r\nHTTP/1\\.1 200`));
  });

  it('may change what it was asked, which the next one does not see', async () => {
    const { client } = await show((message, response) => {
      message.headers['x-added'] = 'a';
      message.rawHeaders.push('X-Added', 'a');
      response.end(JSON.stringify({ headers: Object.keys(message.headers), added: message.headers['x-added'] }));
    });
    client.socket.write(get('/page'));
    await client.whenCame(/"added":"a"/);
    client.socket.write(get('/page'));
    await client.whenCame(/"added":"a"[^]*"added":"a"/);
    expect(client.came().match(/"headers":\["host","x-added"\]/g)).toHaveLength(2);
  });

  it('leaves nothing on the connection', async () => {
    const { client, served } = await show((_, response) => response.end('page'));
    const accepted = once(served.server, 'connection') as Promise<[Socket]>;
    client.socket.write(get('/a'));
    await client.answers(1);
    const [socket] = await accepted;
    const count = () => socket.eventNames().map((name) => `${String(name)} ${socket.listenerCount(name)}`);
    const before = count();
    client.socket.write(get('/page').repeat(30) + get('/b'));
    await client.answers(2);
    expect(count().sort()).toEqual(before.sort());
  });

  it('closes request and response in the end, though nobody read the one', async () => {
    const closed: string[] = [];
    const { client } = await show((message, response) => {
      message.once('close', () => closed.push('request'));
      response.once('finish', () => closed.push('finish'));
      response.once('close', () => closed.push(`response ${response.destroyed}`));
      response.end('page');
    });
    client.socket.write(put('/page', 'hello'));
    await client.whenCame(/page$/);
    await delay(50);
    expect(closed.sort()).toEqual(['finish', 'request', 'response true']);
  });

  it('hears once that its client is gone, and so does who reads the request', async () => {
    const closed: string[] = [];
    const { client } = await show((message, response) => {
      message.on('close', () => closed.push('request'));
      response.on('close', () => closed.push('response'));
      response.on('finish', () => closed.push('finish'));
      response.write('first');
    });
    client.socket.write(put('/page', 'hello'));
    await client.whenCame(/first/);
    client.socket.destroy();
    await delay(50);
    expect(closed.sort()).toEqual(['request', 'response']);
  });

  it('is told of room, and that there is room when there is', async () => {
    const told: unknown[] = [];
    const { client } = await show((_, response) => {
      const large = Buffer.alloc(8_000_000, 'x');
      told.push(response.write(large), response.writableNeedDrain);
      response.once('drain', () => {
        told.push('drain', response.writableNeedDrain);
        // Waits for room of its own accord, if it is told that there is none.
        Readable.from(['rest']).pipe(response);
      });
    });
    client.socket.write(get('/page'));
    await client.whenCame(/rest\r\n0\r\n\r\n$/);
    expect(told).toEqual([false, true, 'drain', false]);
  });

  it('is shown when the client has nothing more to say and its answer is there', async () => {
    const { client } = await show((_, response) => response.end('page'));
    client.socket.end(get('/page'));
    await client.closed;
    expect(client.came()).toMatch(/page$/);
  });

  it('holds up the requests behind it, and no more of them than others do', async () => {
    let answer: (() => void) | undefined;
    const { client, served } = await show((message, response) => {
      message.resume();
      answer = () => response.end('page');
    });
    const accepted = once(served.server, 'connection') as Promise<[Socket]>;
    client.socket.write(put('/page', 'hello'));
    const [socket] = await accepted;
    for (let count = 0; count < 50; count += 1) client.socket.write(put(`/${count}`, 'x'.repeat(50_000)));
    while (answer === undefined) await delay(5);
    await delay(100);
    expect(socket.bytesRead).toBeLessThan(500_000);
    answer();
    expect((await client.answers(50)).map(({ url }) => url)).toEqual(
      Array.from({ length: 50 }, (_, count) => `/${count}`),
    );
  });
});
