import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { createHandOut } from './hand-out.ts';

let server: Server;
const clients: Socket[] = [];
const accepted: Socket[] = [];
beforeEach(async () => {
  server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of [...clients.splice(0), ...accepted.splice(0)]) socket.destroy();
  server.close();
});

/** The server's end of a new connection. */
async function accept(): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  const [socket] = (await once(server, 'connection')) as [Socket];
  return socket;
}

it('a connection goes to the worker that has the fewest', async () => {
  const handOut = createHandOut();
  const sent: string[] = [];
  const first = handOut.add((id) => {
    sent.push(`first ${String(id)}`);
    first.taken(id);
  });
  const second = handOut.add((id) => {
    sent.push(`second ${String(id)}`);
    second.taken(id);
  });
  for (let count = 0; count < 3; count += 1) handOut.offer(await accept());
  second.closed(1);
  handOut.offer(await accept());
  first.closed(2);
  handOut.offer(await accept());
  expect(sent).toEqual(['first 1', 'second 2', 'first 3', 'second 4', 'first 5']);
});

it('a connection that a worker was sent and had not taken when it died goes to another one, open', async () => {
  const handOut = createHandOut();
  const dying = handOut.add(() => undefined);
  const socket = await accept();
  handOut.offer(socket);
  const found: Socket[] = [];
  handOut.add((_id, each) => found.push(each));
  dying.leave(true);
  expect(found).toEqual([socket]);
  expect(socket.destroyed).toBe(false);
});

it('a connection that a stopping worker declines goes to another one, and the next ones too', async () => {
  const handOut = createHandOut();
  const declined: number[] = [];
  const stopping = handOut.add((id) => declined.push(id));
  handOut.offer(await accept());
  const taken: number[] = [];
  handOut.add((id) => taken.push(id));
  stopping.declined(declined[0] ?? 0);
  handOut.offer(await accept());
  expect([declined.length, taken.length]).toEqual([1, 2]);
});

it('a connection waits while there is no worker, and ends when there will be none', async () => {
  const handOut = createHandOut();
  const [early, late] = [await accept(), await accept()];
  handOut.offer(early);
  const taken: Socket[] = [];
  const seat = handOut.add((_id, each) => taken.push(each));
  expect(taken).toEqual([early]);
  seat.leave(false);
  expect(handOut.isOpen()).toBe(false);
  handOut.offer(late);
  handOut.close();
  expect([early.destroyed, late.destroyed]).toEqual([false, true]);
});
