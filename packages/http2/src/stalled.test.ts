import { connect } from 'node:net';

import { afterEach, expect, it } from '@jest/globals';

import { openConnection } from './connection.ts';
import { frameType } from './frames.ts';
import { ask } from './testing/ask.ts';
import { startScriptedPeer } from './testing/scripted-peer.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0).reverse()) close();
});

/** SETTINGS_MAX_CONCURRENT_STREAMS: 1. */
const oneStream = Buffer.of(0, 3, 0, 0, 0, 1);

it('a server that never sends its SETTINGS is given up, and nothing was sent to it', async () => {
  const server = await startScriptedPeer({});
  closings.push(server.close);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const connection = openConnection({ socket, streamWindow: 20_000, settingsMs: 50 });
  closings.push(() => connection.close());
  const { error } = await ask(connection, { body: [Buffer.alloc(1)] }).told;
  expect([error?.code, error?.isUnsent]).toEqual(['lost', true]);
  expect(connection.isTaking()).toBe(false);
});

it('requests that wait for a stream are not sent where the one before them is stalled', async () => {
  const seen: number[] = [];
  const server = await startScriptedPeer({
    onConnect: (peer) => peer.send(frameType.settings, { payload: oneStream }),
    onFrame: (_, { type, stream }) => {
      if (type === frameType.headers) seen.push(stream);
    },
  });
  closings.push(server.close);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let tellOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (tellOver = resolve));
  const connection = openConnection({ socket, streamWindow: 20_000, stallMs: 100, onOver: () => tellOver() });
  closings.push(() => connection.close());
  const blocked = ask(connection, { body: [Buffer.alloc(100_000)] });
  const queued = ask(connection, { body: [Buffer.alloc(1)] });
  const told = await Promise.all([blocked.told, queued.told]);
  expect(told.map(({ error }) => [error?.code, error?.isUnsent])).toEqual([
    ['lost', false],
    ['lost', true],
  ]);
  await over;
  expect(seen).toEqual([1]);
});
