import { once } from 'node:events';
import { createServer, request, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { GiveWay } from './handshakes.ts';
import { openLane, type Lane } from './lane.ts';

/** A pre-shared key in place of certificates. */
const psk = Buffer.alloc(16, 7);
const secret = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const;
const client: ConnectionOptions = {
  ...secret,
  host: '127.0.0.1',
  pskCallback: () => ({ psk, identity: 'test' }),
  checkServerIdentity: () => undefined,
};

let opened: { readonly server: Server; readonly lane: Lane } | undefined;
afterEach(() => {
  opened?.lane.cutOff();
  opened?.server.closeAllConnections();
  opened?.server.close();
});

async function open(giveWay: GiveWay, firstRequestMs = 60_000): Promise<{ readonly server: Server; port: number }> {
  const server = createServer({ ...secret, pskCallback: () => psk }, (_, response) => void response.end('done'));
  const lane = openLane({
    server,
    answer: () => false,
    answerNode: (_, response) => void response.end('done'),
    keepAliveMs: 60_000,
    firstRequestMs,
    giveWay,
  });
  opened = { server, lane };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function ask(port: number): Promise<number | undefined> {
  const asked = request({ ...client, port, path: '/', agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('handshakes', () => {
  it('begin when it is their turn, however many ask for one', async () => {
    const waiting: (() => void)[] = [];
    const { server, port } = await open(() => new Promise((resolve) => waiting.push(resolve)));
    let secured = 0;
    server.on('secureConnection', () => (secured += 1));
    const clients = [0, 1, 2].map(() => connectSecurely({ ...client, port }));
    while (waiting.length < clients.length) await turn();
    expect(secured).toBe(0);
    for (const count of [1, 2, 3]) {
      waiting[count - 1]?.();
      while (secured < count) await turn();
      expect(secured).toBe(count);
    }
    for (const each of clients) each.destroy();
  });

  it('end in connections that serve requests', async () => {
    const { port } = await open(() => undefined);
    expect(await Promise.all([ask(port), ask(port)])).toEqual([200, 200]);
  });

  it('do not begin on connections that bring nothing, which are closed', async () => {
    let asked = 0;
    const { port } = await open(() => {
      asked += 1;
      return undefined;
    }, 50);
    const silent = connect(port, '127.0.0.1').resume();
    await once(silent, 'close');
    const ended = connect(port, '127.0.0.1').resume();
    ended.end();
    await once(ended, 'close');
    expect(asked).toBe(0);
  });

  it('of clients that are gone before their turn harm nobody', async () => {
    const waiting: (() => void)[] = [];
    const { port } = await open(() =>
      waiting.length > 0 ? undefined : new Promise((resolve) => waiting.push(resolve)),
    );
    const gone = connect(port, '127.0.0.1', () => gone.write('no hello'));
    gone.on('error', () => undefined);
    while (waiting.length === 0) await turn();
    gone.resetAndDestroy();
    await once(gone, 'close');
    waiting[0]?.();
    expect(await ask(port)).toBe(200);
  });
});
