import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Outgoing } from './exchange.ts';
import { closeServed, echo, get, open, put, serve } from './testing/serve.ts';

afterEach(closeServed);

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

  it('answers a client soon, however many connections of another one came before it', async () => {
    const order: string[] = [];
    const served = await serve((incoming, response, by) => {
      order.push(incoming.headers.authorization ?? '');
      echo(incoming, response, by);
    });
    const crowd = Array.from({ length: 600 }, () => open(served));
    const other = open(served);
    const everybody = [...crowd, other];
    // Each connection is known to the server before the flood.
    for (const { socket } of everybody) socket.write(get('/known'));
    await Promise.all(everybody.map((client) => client.answers(1)));
    order.length = 0;
    for (const { socket } of crowd) socket.write(get('/crowd', 'Authorization: crowd'));
    other.socket.write(get('/other', 'Authorization: other'));
    await Promise.all(everybody.map((client) => client.answers(2)));
    expect(order).toHaveLength(601);
    expect(order.indexOf('other')).toBeLessThan(400);
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

  it('comes with the next answer once the lane drains, and not before', async () => {
    const served = await serve(echo);
    const client = open(served);
    client.socket.write(get('/a'));
    await client.answers(1);
    served.lane.drain();
    client.socket.write(get('/b'));
    await client.closed;
    expect(client.came().match(/Connection: [-a-z]+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
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
