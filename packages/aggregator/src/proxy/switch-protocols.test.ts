import { Duplex } from 'node:stream';

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { TakenConnection } from '@keelson/http';

import { joinConnections } from './switch-protocols.ts';

afterEach(() => void jest.useRealTimers());

const answer = { ok: true, status: 101, rawHeaders: [] } as const;
const taken = (socket: Duplex) => ({ socket, head: Buffer.alloc(0) }) as unknown as TakenConnection;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Reads nothing of what it is sent unless `takes`. */
function openSide(takes: boolean): Duplex {
  return new Duplex({
    read: () => undefined,
    write: (_, __, done: () => void) => {
      if (takes) done();
    },
  });
}

describe('joined connections', () => {
  it.each(['client', 'server'])('are closed where the %s has closed before', async (closed) => {
    const [client, server] = [openSide(true), openSide(true)];
    (closed === 'client' ? client : server).destroy();
    await turn();
    joinConnections(taken(client), answer, server);
    expect([client.destroyed, server.destroyed]).toEqual([true, true]);
  });

  it('are closed where one has ended, and the other takes nothing in', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const [client, server] = [openSide(false), openSide(true)];
    joinConnections(taken(client), answer, server);
    server.push('last words');
    server.push(null);
    await turn();
    expect(client.destroyed).toBe(false);
    jest.advanceTimersByTime(30_000);
    await turn();
    expect([client.destroyed, server.destroyed]).toEqual([true, true]);
  });
});
