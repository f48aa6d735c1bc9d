/** Members that announce too much, allow too little, or say nothing: calls end, and the next ones have a new connection. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { frameFlag, frameType, startScriptedPeer } from '@keelson/http2/testing';
import type { Frame, Peer, PeerScript, ScriptedPeer } from '@keelson/http2/testing';

import { MessageTooLargeError } from './errors.ts';
import { largestMessageBytes } from './grpc/length-prefixed-message.ts';
import { createUnaryClient } from './grpc/unary-client.ts';
import type { UnaryClient } from './grpc/unary-client.ts';
import { bytesField } from './protobuf/fields.ts';
import { createWatchClient } from './watch/watch-client.ts';
import type { OpenedWatch } from './watch/watch-client.ts';
import { answerCall } from './testing/answer-call.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const stallMs = 200;
const longMs = 20_000;
const soon = (ms = longMs) => ({ deadline: Date.now() + ms });
const pong = Buffer.from('pong');

function setting(id: number, value: number): Buffer {
  const payload = Buffer.alloc(6);
  payload.writeUInt16BE(id, 0);
  payload.writeUInt32BE(value, 2);
  return payload;
}
const noStreams = setting(3, 0);
const oneStream = setting(3, 1);
const noWindow = setting(4, 0);

/** The prefix of a message of so many bytes. */
function announcing(bytes: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes, 1);
  return head;
}

function beginAnswer(one: Peer, stream: number): void {
  one.send(frameType.headers, { flags: frameFlag.endHeaders, stream, payload: Buffer.of(0x88) });
}

const isRequest = ({ type, flags }: Frame): boolean => type === frameType.data && (flags & frameFlag.endStream) !== 0;

/** Does as the script says on the first connection, and well on the others. */
async function startPeer(script: PeerScript): Promise<ScriptedPeer & { readonly unary: UnaryClient }> {
  const peer = await startScriptedPeer({
    onConnect: (one) => {
      if (one.number === 1) script.onConnect?.(one);
      else one.send(frameType.settings);
    },
    onFrame: (one, frame) => {
      if (one.number === 1) script.onFrame?.(one, frame);
      else if (isRequest(frame)) answerCall(one, frame.stream, pong);
    },
  });
  const unary = createUnaryClient(peer.url, undefined, { stallMs });
  closing.push(unary.close, peer.close);
  return { ...peer, unary };
}

const settle = (call: Promise<Buffer>): Promise<unknown> => call.catch((error: unknown) => error);

describe('a call to a member', () => {
  it.each<[string, PeerScript, { isUnsent: boolean }]>([
    ['that says nothing', {}, { isUnsent: true }],
    [
      'that allows no streams',
      { onConnect: (one) => one.send(frameType.settings, { payload: noStreams }) },
      { isUnsent: true },
    ],
    [
      'that opens no window',
      { onConnect: (one) => one.send(frameType.settings, { payload: noWindow }) },
      { isUnsent: false },
    ],
  ])('%s ends, and the next has a connection of its own', async (_, script, expected) => {
    const { unary, connections } = await startPeer(script);
    expect(await settle(unary.call('/a/B', [pong], soon()))).toMatchObject(expected);
    expect(await unary.call('/a/B', [pong], soon())).toEqual(pong);
    expect(connections()).toBe(2);
  });

  it('that allows no more streams than are under way waits elsewhere, and those under way stay', async () => {
    let held: [Peer, number] | undefined;
    const { unary, connections } = await startPeer({
      onConnect: (one) => one.send(frameType.settings, { payload: oneStream }),
      onFrame: (one, frame) => {
        if (isRequest(frame)) held = [one, frame.stream];
      },
    });
    const first = unary.call('/a/B', [pong], soon());
    expect(await settle(unary.call('/a/B', [pong], soon()))).toMatchObject({ isUnsent: true });
    expect(await unary.call('/a/B', [pong], soon())).toEqual(pong);
    if (held !== undefined) answerCall(held[0], held[1], Buffer.from('late'));
    expect((await first).toString()).toBe('late');
    expect(connections()).toBe(2);
  });

  it('that is given up while nothing allows it to be sent was surely not sent', async () => {
    const { unary } = await startPeer({});
    expect(await settle(unary.call('/a/B', [pong], soon(20)))).toMatchObject({ isUnsent: true });
  });

  it.each([
    ['of 4 GB', 0xffff_ffff],
    ['just above the limit', largestMessageBytes + 1],
  ])('that announces an answer %s ends at once, and its bytes are not kept', async (_, bytes) => {
    const piece = Buffer.alloc(16_000);
    const { unary, connections } = await startPeer({
      onConnect: (one) => one.send(frameType.settings),
      onFrame: (one, frame) => {
        if (!isRequest(frame)) return;
        if (frame.stream > 1) return answerCall(one, frame.stream, pong);
        one.send(frameType.headers, { flags: frameFlag.endHeaders, stream: 1, payload: Buffer.of(0x88) });
        one.send(frameType.data, { stream: 1, payload: announcing(bytes) });
        for (let sent = 0; sent < 8_000_000; sent += piece.length)
          one.send(frameType.data, { stream: 1, payload: piece });
      },
    });
    expect(await settle(unary.call('/a/B', [pong], soon()))).toBeInstanceOf(MessageTooLargeError);
    expect(await unary.call('/a/B', [pong], soon())).toEqual(pong);
    expect(connections()).toBe(1);
  });

  it('that answers with more than it announced is not believed', async () => {
    const { unary } = await startPeer({
      onConnect: (one) => one.send(frameType.settings),
      onFrame: (one, frame) => {
        if (!isRequest(frame)) return;
        beginAnswer(one, frame.stream);
        one.send(frameType.data, { stream: 1, payload: Buffer.concat([announcing(2), Buffer.from('abc')]) });
      },
    });
    expect(await settle(unary.call('/a/B', [pong], soon()))).toMatchObject({
      message: 'etcd sent more than an answer',
    });
  });

  const empty = (one: Peer): void => one.send(frameType.continuation, { stream: 1 });
  it.each<[string, (one: Peer) => void]>([
    ['without an end', (one) => Array.from({ length: 20 }).forEach(() => empty(one))],
    [
      'that are too large',
      (one) =>
        Array.from({ length: 5 }).forEach(() =>
          one.send(frameType.continuation, { stream: 1, payload: Buffer.alloc(16_000) }),
        ),
    ],
    ['that are cut off', (one) => one.send(frameType.ping, { payload: Buffer.alloc(8) })],
    ['of another stream', (one) => one.send(frameType.continuation, { stream: 3 })],
  ])('that sends headers %s has its connection ended', async (_, more) => {
    const { unary, connections } = await startPeer({
      onConnect: (one) => one.send(frameType.settings),
      onFrame: (one, frame) => {
        if (!isRequest(frame)) return;
        one.send(frameType.headers, { stream: 1, payload: Buffer.of(0x88) });
        more(one);
      },
    });
    expect(await settle(unary.call('/a/B', [pong], soon()))).toMatchObject({
      message: expect.stringContaining('sent headers'),
    });
    expect(await unary.call('/a/B', [pong], soon())).toEqual(pong);
    expect(connections()).toBe(2);
  });

  it.each<[string, (one: Peer) => void]>([
    ['a window that is none', (one) => one.send(frameType.settings, { payload: setting(4, 0x8000_0000) })],
    ['a frame before its settings', (one) => one.send(frameType.ping, { payload: Buffer.alloc(8) })],
    ['a frame that is cut off', (one) => [frameType.settings, frameType.goAway].forEach((type) => one.send(type))],
  ])('that sends %s has its connection ended', async (_, onConnect) => {
    const { unary, connections } = await startPeer({ onConnect });
    expect(await settle(unary.call('/a/B', [pong], soon()))).toBeInstanceOf(Error);
    expect(await unary.call('/a/B', [pong], soon())).toEqual(pong);
    expect(connections()).toBe(2);
  });
});

describe('a watch of a member', () => {
  const request = { key: Buffer.from('/r/'), end: Buffer.from('/r0'), startRevision: 7, withPrevious: true };

  function watch(peer: ScriptedPeer): { watch: OpenedWatch; ended: Promise<Error> } {
    const client = createWatchClient(peer.url, undefined, { stallMs });
    closing.push(client.close);
    let tell: (error: Error) => void = () => undefined;
    const ended = new Promise<Error>((resolve) => (tell = resolve));
    return { watch: client.open(request, { onResponse: () => undefined, onEnd: tell }), ended };
  }

  const sending = (payloads: readonly Buffer[]): PeerScript => ({
    onConnect: (one) => one.send(frameType.settings),
    onFrame: (one, { type, stream }) => {
      if (type !== frameType.data) return;
      beginAnswer(one, stream);
      for (const payload of payloads) one.send(frameType.data, { stream, payload });
    },
  });

  it('that announces 4 GB at once ends', async () => {
    const { ended } = watch(await startPeer(sending([announcing(0xffff_ffff)])));
    expect(await ended).toMatchObject({ message: expect.stringContaining('more than the') });
  });

  it('that sends more than was granted, to one who does not take it, ends', async () => {
    const response = Buffer.concat(bytesField(15, Buffer.alloc(16_000)));
    const message = Buffer.concat([announcing(response.length), response]);
    const peer = await startPeer(sending(Array.from({ length: 300 }, () => message)));
    const { watch: opened, ended } = watch(peer);
    opened.pause();
    expect(await ended).toMatchObject({ message: 'the server sent more than the window of a stream allows' });
  });

  it('that allows no streams ends, and the next has a connection of its own', async () => {
    const peer = await startPeer({ onConnect: (one) => one.send(frameType.settings, { payload: noStreams }) });
    expect(await watch(peer).ended).toMatchObject({ isUnsent: true });
  });
});
