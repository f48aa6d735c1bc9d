import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import { closeServed, get, open, serve, type Client } from '../testing/serve.ts';

afterEach(closeServed);

/** A connection that is Node's, with requests on it of which the first is never answered. `closed`: whose responses were closed. */
async function askNode(count: number): Promise<{ readonly client: Client; readonly closed: string[] }> {
  const closed: string[] = [];
  let asked = 0;
  const served = await serve(() => undefined);
  served.server.on('request', ({ url = '' }, response) => {
    asked += 1;
    response.once('close', () => closed.push(url));
  });
  const client = open(served);
  const odd = ['Accept: a', 'Accept: b'];
  client.socket.write(Array.from({ length: count }, (_, index) => get(`/${index}`, ...odd)).join(''));
  while (asked < count) await delay(5);
  return { client, closed };
}

describe('responses that wait for their turn', () => {
  it('are told that their client is gone, as is the one whose turn it is, each once', async () => {
    const { client, closed } = await askNode(4);
    client.socket.destroy();
    await delay(100);
    expect(closed.sort()).toEqual(['/0', '/1', '/2', '/3']);
  });

  it('are told when Node gives the connection up', async () => {
    const { client, closed } = await askNode(3);
    client.socket.write('nonsense\r\n\r\n');
    await client.closed;
    await delay(50);
    expect(closed.sort()).toEqual(['/0', '/1', '/2']);
  });

  it('may be many', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const { client, closed } = await askNode(200);
    client.socket.destroy();
    await delay(100);
    process.off('warning', note);
    expect(closed).toHaveLength(200);
    expect(warnings).toEqual([]);
  });
});
