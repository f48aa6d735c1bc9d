import { afterEach, expect, it } from '@jest/globals';

import type { ClientConnection } from './client-connection.ts';
import { closeServed, echo, get, open, serve } from './testing/serve.ts';

afterEach(closeServed);

it('is one object for all requests of a connection, in whichever lane, and another one for each connection', async () => {
  const seen: (readonly [by: string, connection: ClientConnection])[] = [];
  const served = await serve((incoming, response, by) => {
    seen.push([by, incoming.connection]);
    echo(incoming, response, by);
  });
  const client = open(served);
  client.socket.write(get('/a') + get('/b') + get('/c', 'Accept: a', 'Accept: b'));
  await client.answers(3);
  const other = open(served);
  other.socket.write(get('/d'));
  await other.answers(1);
  expect(seen.map(([by]) => by)).toEqual(['lane', 'lane', 'node', 'lane']);
  expect(new Set(seen.slice(0, 3).map(([, connection]) => connection)).size).toBe(1);
  expect(seen[3]?.[1]).not.toBe(seen[0]?.[1]);
});

it('tells the address of the client, and that nothing is encrypted', async () => {
  const seen: (readonly [address: string, isEncrypted: boolean])[] = [];
  const served = await serve((incoming, response, by) => {
    seen.push([incoming.connection.remoteAddress, incoming.connection.tls !== undefined]);
    echo(incoming, response, by);
  });
  const client = open(served);
  client.socket.write(get('/a'));
  await client.answers(1);
  expect(seen).toEqual([['127.0.0.1', false]]);
});
