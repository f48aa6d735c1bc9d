import { afterEach, describe, expect, it } from '@jest/globals';

import { closeServed, echo, get, open, serve } from '../testing/serve.ts';

afterEach(closeServed);

const head = 'PUT /b HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
/** With them a request is Node's, and its connection from then on. */
const odd = get('/a', 'Accept: a', 'Accept: b');

describe('a client that waits for the word to go on', () => {
  it('gets it', async () => {
    const client = open(await serve());
    client.socket.write(head);
    await client.whenCame(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    client.socket.write('hello');
    expect((await client.answers(1))[0]?.body).toBe('hello');
  });

  it('gets it after the answer to what it asked before', async () => {
    let answer: (() => void) | undefined;
    const client = open(
      await serve((incoming, response, by) => {
        if (incoming.url === '/a') answer = () => response.end('first');
        else echo(incoming, response, by);
      }),
    );
    client.socket.write(odd + head);
    while (answer === undefined) await new Promise((resolve) => setImmediate(resolve));
    answer();
    await client.whenCame(/\r\n\r\nfirstHTTP\/1\.1 100 Continue\r\n\r\n$/);
    client.socket.write('hello');
    expect((await client.answers(1))[0]?.body).toBe('hello');
  });
});
