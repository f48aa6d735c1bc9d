import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Incoming, Outgoing } from './exchange.ts';
import { openLane, type Lane } from './lane.ts';
import { NodeIncoming } from './node/node-incoming.ts';

/** A server that tells what it was asked, and by whom it was read. */
interface Served {
  readonly server: Server;
  readonly lane: Lane;
  readonly port: number;
}

type Answer = (incoming: Incoming, response: Outgoing, by: 'lane' | 'node') => void;

const opened: { server: Server; lane: Lane }[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { server, lane } of opened.splice(0)) {
    lane.cutOff();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const echo: Answer = (incoming, response, by) => {
  void incoming.readBody(1_000_000).then((body) => {
    const bytes = body.ok ? Buffer.from(body.bytes).toString() : body.reason;
    response.setHeader('X-By', by);
    response.end(JSON.stringify({ method: incoming.method, url: incoming.url, body: bytes }));
  });
};

async function serve(answer: Answer = echo, { keepAliveMs = 60_000, firstRequestMs = 60_000 } = {}): Promise<Served> {
  const server = createServer((message, response) => answer(new NodeIncoming(message), response, 'node'));
  const lane = openLane({
    server,
    keepAliveMs,
    firstRequestMs,
    answer: (incoming, response) => {
      if (incoming.url.startsWith('/page')) return false;
      answer(incoming, response, 'lane');
      return true;
    },
    answerNode: (message, response) => answer(new NodeIncoming(message), response, 'node'),
  });
  opened.push({ server, lane });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, lane, port: (server.address() as AddressInfo).port };
}

interface Client {
  readonly socket: Socket;
  readonly came: () => string;
  /** Resolves when so many answers of `echo` have come. */
  answers(count: number): Promise<{ by: string; method: string; url: string; body: string }[]>;
  readonly closed: Promise<unknown>;
}

function open({ port }: Served): Client {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const parse = () =>
    [...text.matchAll(/X-By: (\w+)\r\n(?:[\w-]+: [^\r]*\r\n)*\r\n(\{.*?\})(?=HTTP|$)/gs)].map(
      ([, by = '', json = '']) => ({
        by,
        ...(JSON.parse(json) as { method: string; url: string; body: string }),
      }),
    );
  return {
    socket,
    closed,
    came: () => text,
    answers: async (count) => {
      while (parse().length < count)
        await Promise.race([once(socket, 'data'), closed.then(() => Promise.reject(new Error(text)))]);
      return parse();
    },
  };
}

const get = (url: string, ...headers: string[]) =>
  `${[`GET ${url} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const put = (url: string, body: string) =>
  `PUT ${url} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('the quick lane', () => {
  it('answers one request after the other on a connection, with bodies and without', async () => {
    const client = open(await serve());
    client.socket.write(get('/a'));
    await client.answers(1);
    client.socket.write(put('/b', 'hello'));
    await client.answers(2);
    client.socket.write(get('/c'));
    expect(await client.answers(3)).toEqual([
      { by: 'lane', method: 'GET', url: '/a', body: '' },
      { by: 'lane', method: 'PUT', url: '/b', body: 'hello' },
      { by: 'lane', method: 'GET', url: '/c', body: '' },
    ]);
  });

  it('answers in order what came at once', async () => {
    const client = open(await serve());
    const urls = Array.from({ length: 50 }, (_, index) => `/${index}`);
    client.socket.write(urls.map((url) => (url.endsWith('3') ? put(url, 'x'.repeat(3_000)) : get(url))).join(''));
    expect((await client.answers(50)).map(({ url }) => url)).toEqual(urls);
  });

  it('gets the same, however the bytes are cut', async () => {
    const served = await serve();
    const text = get('/a') + put('/b', 'hello') + get('/page') + get('/c', 'X-Long: abc');
    const wanted = ['/a', '/b', '/page', '/c'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (cuts) => {
        const client = open(served);
        const marks = [...cuts.sort((a, b) => a - b), text.length];
        let from = 0;
        for (const mark of marks) {
          client.socket.write(text.slice(from, mark));
          from = mark;
          await new Promise((resolve) => setImmediate(resolve));
        }
        const answers = await client.answers(4);
        expect(answers.map(({ url }) => url)).toEqual(wanted);
        expect(answers[1]?.body).toBe('hello');
        client.socket.destroy();
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['chunks', 'POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'hello'],
    ['a header that came twice', get('/b', 'Accept: a', 'Accept: b'), ''],
    ['a long body', put('/b', 'x'.repeat(300_000)), 'x'.repeat(300_000)],
    ['a long head', get('/b', `X-Long: ${'x'.repeat(9_000)}`), ''],
  ])('leaves %s to Node, with what came before and after it', async (_, request, body) => {
    const client = open(await serve());
    client.socket.write(get('/a') + request + get('/c'));
    const answers = await client.answers(3);
    expect(answers.map(({ by, url }) => `${by} ${url}`)).toEqual(['lane /a', 'node /b', 'node /c']);
    expect(answers[1]?.body).toBe(body);
  });

  it('leaves who is slow to Node, which keeps the time', async () => {
    const client = open(await serve());
    client.socket.write('PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel');
    await delay(150);
    client.socket.write('lo');
    expect(await client.answers(1)).toEqual([{ by: 'node', method: 'PUT', url: '/a', body: 'hello' }]);
  });

  it('does not wait longer for who sends letter by letter', async () => {
    const client = open(await serve());
    for (const letter of get('/letters-and-more-of-them')) {
      client.socket.write(letter);
      await delay(4);
    }
    expect((await client.answers(1))[0]).toMatchObject({ by: 'node', url: '/letters-and-more-of-them' });
  });

  it("shows pages with Node's objects, and goes on with the connection", async () => {
    const client = open(await serve());
    client.socket.write(get('/page/1') + put('/page/2', 'hello') + get('/a'));
    expect((await client.answers(3)).map(({ by, body }) => `${by} ${body}`)).toEqual(['node ', 'node hello', 'lane ']);
  });

  it('sends in chunks what has no length, as it comes', async () => {
    let response: Outgoing | undefined;
    const client = open(
      await serve((_, outgoing) => {
        response = outgoing;
        outgoing.writeHead(200, { 'Content-Type': 'text/plain' });
        outgoing.flushHeaders();
      }),
    );
    client.socket.write(get('/'));
    await once(client.socket, 'data');
    expect(client.came()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Transfer-Encoding: chunked\r\n\r\n$/s);
    response?.write(Buffer.from('hello'));
    await once(client.socket, 'data');
    response?.write(Buffer.from('x'.repeat(100_000)));
    response?.end();
    while (!client.came().endsWith('0\r\n\r\n')) await once(client.socket, 'data');
    expect(client.came()).toContain('\r\n\r\n5\r\nhello\r\n186a0\r\nxxx');
  });

  it('says when there is no room, and when there is again', async () => {
    const events: string[] = [];
    const client = open(
      await serve((_, outgoing) => {
        outgoing.writeHead(200);
        outgoing.once('drain', () => {
          events.push('drain');
          outgoing.end();
        });
        const piece = Buffer.alloc(1_000_000);
        while (outgoing.write(piece));
        events.push('full');
      }),
    );
    client.socket.pause();
    client.socket.write(get('/'));
    await delay(100);
    client.socket.resume();
    while (!client.came().endsWith('0\r\n\r\n')) await once(client.socket, 'data');
    expect(events).toEqual(['full', 'drain']);
  });

  it('tells once when a response is over, and when its client is gone', async () => {
    const over: string[] = [];
    const served = await serve((incoming, outgoing) => {
      outgoing.once('close', () => over.push(`${incoming.url} ${outgoing.writableEnded ? 'ended' : 'gone'}`));
      if (incoming.url === '/a') outgoing.end('a');
      else outgoing.flushHeaders();
    });
    const client = open(served);
    client.socket.write(get('/a') + get('/b'));
    while (!client.came().includes('chunked')) await once(client.socket, 'data');
    client.socket.destroy();
    while (over.length < 2) await delay(5);
    expect(over).toEqual(['/a ended', '/b gone']);
  });

  it('refuses headers that would begin another one', async () => {
    const errors: unknown[] = [];
    const client = open(
      await serve((_, outgoing) => {
        outgoing.setHeader('Warning', 'a\r\nSet-Cookie: b');
        try {
          outgoing.end('a');
        } catch (error) {
          errors.push(error);
          outgoing.destroy();
        }
      }),
    );
    client.socket.write(get('/'));
    await client.closed;
    expect(client.came()).toBe('');
    expect(String(errors[0])).toMatch(/Warning has letters/);
  });

  it('sends a header as often as it has values, and the last of what was set twice', async () => {
    const client = open(
      await serve((_, outgoing) => {
        outgoing.setHeader('Warning', ['a', 'b']);
        outgoing.setHeader('x-once', '1');
        outgoing.setHeader('X-Once', '2');
        outgoing.end('c');
      }),
    );
    client.socket.write(get('/'));
    while (!client.came().endsWith('c')) await once(client.socket, 'data');
    expect(client.came()).toMatch(/Warning: a\r\nWarning: b\r\nx-once: 2\r\n/);
  });
});

describe('the end of connections', () => {
  it('comes at once for idle ones and after the answer for busy ones, when the lane stops', async () => {
    let response: Outgoing | undefined;
    const served = await serve((incoming, outgoing, by) => {
      if (incoming.url === '/slow') response = outgoing;
      else echo(incoming, outgoing, by);
    });
    const [idle, busy] = [open(served), open(served)];
    idle.socket.write(get('/a'));
    await idle.answers(1);
    busy.socket.write(get('/slow'));
    while (response === undefined) await delay(5);
    served.lane.stop();
    await idle.closed;
    response.end('late');
    await busy.closed;
    expect(busy.came()).toMatch(/Connection: close\r\n\r\nlate$/);
  });

  it('comes for who never asks, and for who has nothing more to ask', async () => {
    const served = await serve(echo, { keepAliveMs: 100, firstRequestMs: 100 });
    const [silent, done] = [open(served), open(served)];
    done.socket.write(get('/a'));
    await done.answers(1);
    await Promise.all([silent.closed, done.closed]);
    expect(silent.came()).toBe('');
  });

  it('does not come for a watch that is quiet', async () => {
    let response: Outgoing | undefined;
    const served = await serve((_, outgoing) => (response = outgoing).flushHeaders(), {
      keepAliveMs: 50,
      firstRequestMs: 50,
    });
    const client = open(served);
    client.socket.write(get('/watch'));
    await delay(2_500);
    response?.end(Buffer.from('still there'));
    while (!client.came().endsWith('0\r\n\r\n')) await once(client.socket, 'data');
    expect(client.came()).toContain('still there');
  });
});
