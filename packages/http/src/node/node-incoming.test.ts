import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { BodyResult, Incoming } from '../exchange.ts';
import { closeServed, get, open, serve } from '../testing/serve.ts';

afterEach(closeServed);

const chunked = 'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('a request that Node took', () => {
  it('is aborted for who asks for its body when the client is gone already', async () => {
    let asked: Incoming | undefined;
    const served = await serve((incoming, response) => {
      asked = incoming;
      response.flushHeaders();
    });
    const client = open(served);
    client.socket.write(`${chunked}5\r\nhello\r\n`);
    await client.whenCame(/200 OK/);
    client.socket.destroy();
    await delay(50);
    const late: BodyResult = { ok: true, bytes: Buffer.from('never') };
    expect(await Promise.race([asked?.readBody(10), delay(500, late)])).toEqual({ ok: false, reason: 'aborted' });
  });

  it('may bring its body letter by letter', async () => {
    const results: BodyResult[] = [];
    const served = await serve((incoming, response) => {
      void incoming.readBody(100_000).then((result) => {
        results.push(result);
        response.end();
      });
    });
    const client = open(served);
    client.socket.write(chunked + '1\r\nx\r\n'.repeat(100_000) + '0\r\n\r\n');
    await client.whenCame(/200 OK/);
    expect(results).toEqual([{ ok: true, bytes: Buffer.alloc(100_000, 'x') }]);
  });

  it.each([
    ['told before', 'POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n'],
    ['found out on the way', `${chunked}6\r\nhello \r\n5\r\nworld\r\n`],
  ])('is too large from one byte more on than may be, %s', async (_, text) => {
    const results: BodyResult[] = [];
    const served = await serve((incoming, response) => {
      void incoming.readBody(10).then((result) => {
        results.push(result);
        response.end();
      });
    });
    const client = open(served);
    client.socket.write(text);
    await client.whenCame(/200 OK/);
    expect(results).toEqual([{ ok: false, reason: 'tooLarge' }]);
  });

  it.each(['keep-alive', 'close'])('is read to its end after it was refused, with Connection: %s', async (token) => {
    const served = await serve((incoming, response) => {
      void incoming.readBody(10).then(() => {
        incoming.discardRest();
        response.end();
      });
    });
    const client = open(served);
    const failures: Error[] = [];
    client.socket.on('error', (failure) => failures.push(failure));
    const bytes = 40 * 65_536;
    client.socket.write(`POST /a HTTP/1.1\r\nHost: a\r\nConnection: ${token}\r\nContent-Length: ${bytes}\r\n\r\n`);
    await client.whenCame(/200 OK/);
    for (let sent = 0; sent < bytes; sent += 65_536) {
      client.socket.write(Buffer.alloc(65_536));
      await delay(2);
    }
    if (token === 'close') await client.closed;
    else {
      client.socket.write(get('/b', 'Connection: close'));
      await client.whenCame(/200 OK.*200 OK/s);
    }
    expect(failures).toEqual([]);
  });
});
