import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import { watchNewcomers } from './newcomers.ts';
import { closeServed, echo, get, open, serve, type Client } from './testing/serve.ts';

afterEach(closeServed);

async function openMany(served: Parameters<typeof open>[0], count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < count; index += 1) {
    const client = open(served);
    await once(client.socket, 'connect');
    clients.push(client);
  }
  return clients;
}

/** The answer to one more request tells that the connections before it have been seen. */
async function ask(served: Parameters<typeof open>[0], ...headers: string[]): Promise<Client> {
  const client = open(served);
  client.socket.write(get('/a', ...headers));
  await client.answers(1);
  return client;
}

describe('connections on which nothing was asked', () => {
  it.each([
    ['of one address', { perAddress: 3, total: 100, patienceMs: 0 }],
    ['of all addresses', { perAddress: 100, total: 3, patienceMs: 0 }],
  ])('are so many %s, and the oldest goes for the next', async (_, newcomers) => {
    const served = await serve(echo, { newcomers });
    const [first, second, ...others] = await openMany(served, 5);
    await Promise.all([first?.closed, second?.closed]);
    await ask(served);
    for (const { socket } of others.slice(1)) {
      socket.write(get('/b'));
      await once(socket, 'data');
    }
  });

  it('are not closed while they are young', async () => {
    const served = await serve(echo, { newcomers: { perAddress: 2, total: 2, patienceMs: 60_000 } });
    for (const { socket } of await openMany(served, 10)) {
      socket.write(get('/b'));
      await once(socket, 'data');
    }
  });

  it('are no more counted once something was asked on them, or they are gone', async () => {
    const served = await serve(echo);
    const newcomers = watchNewcomers(served.server, { perAddress: 100, total: 100, patienceMs: 0 });
    served.server.on('request', ({ socket }) => newcomers.welcome(socket));
    await ask(served, 'Accept: a', 'Accept: b');
    const [idle] = await openMany(served, 1);
    while (newcomers.count() !== 1) await delay(5);
    idle?.socket.destroy();
    while (newcomers.count() !== 0) await delay(5);
  });

  it('leave alone those on which something was asked, by way of Node too', async () => {
    const served = await serve(echo, { newcomers: { perAddress: 1, total: 1, patienceMs: 0 } });
    const clients = [await ask(served), await ask(served, 'Accept: a', 'Accept: b'), await ask(served)];
    await openMany(served, 3);
    await ask(served);
    for (const client of clients) {
      client.socket.write(get('/again', 'Accept: a'));
      await client.answers(2);
    }
    expect(clients).toHaveLength(3);
  });
});
