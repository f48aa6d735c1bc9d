import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { openMessageStream } from './message-stream.ts';

interface Numbered {
  readonly number: number;
  readonly value: Uint8Array;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-messages-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openPair(): Promise<readonly [Socket, Socket]> {
  const path = join(folder, 'socket');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const near = connect(path);
  const [far] = (await once(server, 'connection')) as [Socket];
  server.close();
  return [near, far];
}

it('carries messages in their order: many of one turn, large ones, and those of later turns', async () => {
  const [near, far] = await openPair();
  const received: Numbered[] = [];
  openMessageStream<never, Numbered>(far, (message) => void received.push(message));
  const messages = openMessageStream<Numbered, never>(near, () => undefined);
  const sent: Numbered[] = [];
  const send = (size: number): void => {
    const message = { number: sent.length, value: Buffer.alloc(size, sent.length % 256) };
    sent.push(message);
    messages.send(message);
  };
  for (let count = 0; count < 100; count += 1) send(count % 10 === 0 ? 300_000 : count);
  await new Promise(setImmediate);
  for (let count = 0; count < 3; count += 1) send(1);
  messages.end();
  await once(far, 'end');
  expect(received.map(({ number }) => number)).toEqual(sent.map(({ number }) => number));
  for (const [index, { value }] of received.entries())
    expect(Buffer.compare(value, sent[index]?.value ?? Buffer.alloc(0))).toBe(0);
  far.end();
  await once(near, 'close');
});

it('sends nothing once its stream is gone', async () => {
  const [near, far] = await openPair();
  const received: unknown[] = [];
  openMessageStream<never, unknown>(far, (message) => received.push(message));
  const messages = openMessageStream<string, never>(near, () => undefined);
  messages.send('too late');
  near.destroy();
  await once(far, 'end');
  messages.send('later still');
  await new Promise(setImmediate);
  expect(received).toEqual([]);
});
