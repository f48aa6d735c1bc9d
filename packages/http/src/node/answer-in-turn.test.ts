import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { Outgoing } from '../exchange.ts';
import { closeServed, get, open, serve } from '../testing/serve.ts';

afterEach(closeServed);

/** With them a request is Node's, and its connection from then on. */
const odd = ['Accept: a', 'Accept: b'];

describe('pipelined requests on a connection of Node', () => {
  it('are carried out one at a time and in order', async () => {
    const asked: string[] = [];
    let underWay = 0;
    let most = 0;
    const served = await serve(({ url }, response) => {
      asked.push(url);
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.end(`answer ${url} `);
      });
    });
    const client = open(served);
    const urls = Array.from({ length: 500 }, (_, index) => `/${index}`);
    client.socket.write(urls.map((url) => get(url, ...odd)).join(''));
    await client.whenCame(/answer \/499 $/);
    expect(asked).toEqual(urls);
    expect(most).toBe(1);
  });

  it('are not carried out once their client is gone', async () => {
    const asked: string[] = [];
    const responses: Outgoing[] = [];
    const served = await serve(({ url }, response) => {
      asked.push(url);
      responses.push(response);
    });
    const client = open(served);
    client.socket.write(get('/a', ...odd) + get('/b', ...odd));
    while (responses.length === 0) await delay(5);
    client.socket.destroy();
    while (responses[0]?.destroyed === false) await delay(5);
    responses[0]?.end();
    await delay(50);
    expect(asked).toEqual(['/a']);
  });

  it('end their connection where their heads are more than a megabyte', async () => {
    const served = await serve((_, response) => response.flushHeaders());
    const client = open(served);
    client.socket.write(get('/watch', ...odd));
    await client.whenCame(/200 OK/);
    const flood = get('/b', ...odd).repeat(100);
    const sending = setInterval(() => client.socket.write(flood), 1);
    await client.closed;
    clearInterval(sending);
  });
});
