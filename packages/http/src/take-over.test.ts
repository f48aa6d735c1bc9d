import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { TakenConnection } from './client-connection.ts';
import { closeServed, echo, get, open, serve, type Answer } from './testing/serve.ts';

afterEach(closeServed);

const asking = [
  'Connection: Upgrade',
  'Upgrade: SPDY/3.1',
  'X-Stream-Protocol-Version: v4',
  'X-Stream-Protocol-Version: v3',
];
const upgrade = get('/upgrade', ...asking);
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n';

/** Speaks in capitals from then on. */
function shout({ socket, head }: TakenConnection): void {
  socket.write(switching);
  socket.on('data', (bytes: Buffer) => socket.write(bytes.toString('latin1').toUpperCase()));
  socket.on('end', () => socket.end());
  if (head.length > 0) socket.unshift(head);
  socket.resume();
}

describe('a connection that is taken over', () => {
  it('is handed over with what came after the request, and its response is over', async () => {
    const told: unknown[] = [];
    let decide = (): void => undefined;
    const served = await serve((incoming, response, by) => {
      response.once('close', () => told.push([by, response.statusCode, response.headersSent, response.destroyed]));
      told.push(incoming.headers['x-stream-protocol-version']);
      decide = () => {
        const taken = incoming.connection.takeOver();
        if (taken !== undefined) shout(taken);
        told.push(incoming.connection.takeOver());
      };
    });
    const accepted = once(served.server, 'connection');
    const client = open(served);
    client.socket.write(upgrade);
    await accepted;
    while (told.length === 0) await delay(1);
    client.socket.write('early ');
    await delay(20);
    decide();
    client.socket.write('and late');
    await client.whenCame(/AND LATE$/);
    expect(client.came()).toBe(`${switching}EARLY AND LATE`);
    expect(told).toEqual(['v4, v3', ['lane', 101, true, true], undefined]);
  });

  it('ends with its client, and with the lane', async () => {
    const taken: TakenConnection[] = [];
    const served = await serve((incoming) => {
      const connection = incoming.connection.takeOver();
      if (connection === undefined) throw new Error('it is not let go of');
      taken.push(connection);
      shout(connection);
    });
    const [gone, cut] = [open(served), open(served)];
    for (const client of [gone, cut]) {
      client.socket.write(upgrade);
      await client.whenCame(/\r\n\r\n$/);
    }
    const ended = once(taken[0]?.socket ?? served.server, 'close');
    gone.socket.destroy();
    await ended;
    served.lane.cutOff();
    await cut.closed;
  });

  it('is not had once its client is gone or its response has begun', async () => {
    const told: unknown[] = [];
    const served = await serve((incoming, response) => {
      if (incoming.url === '/gone') {
        response.once('close', () => told.push(incoming.connection.takeOver()));
        return;
      }
      response.flushHeaders();
      told.push(incoming.connection.takeOver());
      response.end();
    });
    const client = open(served);
    client.socket.write(get('/begun', ...asking));
    await client.whenCame(/\r\n0\r\n\r\n$/);
    client.socket.write(get('/gone', ...asking));
    await delay(20);
    client.socket.destroy();
    while (told.length < 2) await delay(1);
    expect(told).toEqual([undefined, undefined]);
  });

  const takeAll: Answer = (incoming, response, by) => {
    response.setHeader('X-By', by);
    const taken = incoming.connection.takeOver();
    if (taken !== undefined) shout(taken);
  };
  const long = `X-Long: ${'x'.repeat(9_000)}`;

  it.each([
    ['a head that is long', get('/upgrade', ...asking, long), ''],
    ['bytes right behind its request', upgrade, 'early '],
    ['a header that came twice', get('/upgrade', ...asking, 'Accept: a', 'Accept: b'), ''],
    ['a body', `${get('/upgrade', ...asking, 'Content-Length: 5')}hello`, 'early '],
  ])("is Node's to give too: one with %s", async (_, head, early) => {
    const told: unknown[] = [];
    const served = await serve((incoming, response, by) => {
      response.once('close', () => told.push([by, response.statusCode, response.headersSent, response.destroyed]));
      takeAll(incoming, response, by);
      told.push(incoming.connection.takeOver());
    });
    const client = open(served);
    client.socket.write(head + early);
    await client.whenCame(/\r\n\r\n/);
    client.socket.write('late');
    await client.whenCame(/LATE$/);
    expect(client.came()).toBe(`${switching}${early.toUpperCase()}LATE`);
    expect(told).toEqual([undefined, ['node', 101, true, true]]);
    served.lane.cutOff();
    await client.closed;
  });

  it('is handed over where its head came slowly, and ends with its client', async () => {
    const served = await serve(takeAll);
    const client = open(served);
    client.socket.write(upgrade.slice(0, -2));
    await delay(150);
    client.socket.write(upgrade.slice(-2));
    await client.whenCame(/\r\n\r\n$/);
    client.socket.end('last');
    await client.whenCame(/LAST$/);
    await client.closed;
  });

  it('waits for the answers of requests before it on its connection', async () => {
    let finish = (): void => undefined;
    const served = await serve((incoming, response, by) => {
      if (incoming.url === '/first') finish = () => echo(incoming, response, by);
      else takeAll(incoming, response, by);
    });
    const client = open(served);
    client.socket.write(get('/first', long) + get('/upgrade', ...asking, long));
    await delay(50);
    expect(client.came()).toBe('');
    finish();
    await client.whenCame(/"\/first"[^]*101 Switching Protocols\r\n[^]*\r\n\r\n$/);
  });

  it('is refused with a body in pieces, or a large one', async () => {
    const served = await serve(takeAll);
    for (const [field, status] of [
      ['Transfer-Encoding: chunked', '411 Length Required'],
      ['Content-Length: 100000', '413 Payload Too Large'],
    ] as const) {
      const client = open(served);
      client.socket.write(get('/upgrade', ...asking, field));
      await client.closed;
      expect(client.came()).toMatch(`HTTP/1.1 ${status}\r\n`);
    }
  });
});

describe('a request for another protocol that is declined', () => {
  const decline: Answer = (incoming, response, by) => echo(incoming, response, by);

  it('is answered as if it had not asked, and the connection goes on', async () => {
    const client = open(await serve(decline));
    client.socket.write(upgrade);
    await client.answers(1);
    client.socket.write(get('/b'));
    expect((await client.answers(2)).map(({ by, url }) => `${by} ${url}`)).toEqual(['lane /upgrade', 'lane /b']);
  });

  it('is one of HTTP/1.0, whose other options of the connection hold', async () => {
    const told: unknown[] = [];
    const served = await serve((incoming, response, by) => {
      told.push(incoming.headers.upgrade, incoming.headers.connection, incoming.rawHeaders);
      decline(incoming, response, by);
    });
    const client = open(served);
    const fields = ['Host: a', 'Connection: keep-alive, Upgrade, X-Own', 'Upgrade: websocket', 'X-Own: 1'];
    client.socket.write(`GET /upgrade HTTP/1.0\r\n${fields.join('\r\n')}\r\n\r\n`);
    expect((await client.answers(1))[0]).toMatchObject({ by: 'node', url: '/upgrade' });
    const raw = ['Host', 'a', 'Connection', 'keep-alive, X-Own', 'X-Own', '1'];
    expect(told).toEqual([undefined, 'keep-alive, X-Own', raw]);
  });

  it.each([
    ['with bytes right behind it', `${upgrade}bytes of it`],
    ['with a body', get('/upgrade', ...asking, 'Content-Length: 5') + 'hello'],
    ['that says otherwise of its connection', get('/upgrade', 'Upgrade: a', 'Connection: close, upgrade')],
    ['with a header that came twice', get('/upgrade', ...asking, 'Accept: a', 'Accept: b')],
  ])("is Node's %s", async (_, text) => {
    const client = open(await serve(decline));
    client.socket.write(text);
    expect((await client.answers(1))[0]).toMatchObject({ by: 'node', url: '/upgrade' });
  });
});
