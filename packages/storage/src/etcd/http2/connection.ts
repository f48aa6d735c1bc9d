/**
 * One connection over HTTP/2 (RFC 9113), from the side that asks, with many exchanges
 * at a time. It knows frames, streams and windows, and not what is said in them.
 *
 *     taking ──goaway, or no numbers left──▶ draining ──last answer──▶ over
 *        └──────────── lost, closed ────────────┴──────────────────────▲
 *
 * Errors are told by their text, as all that etcd and its clients throw.
 */
import type { Socket } from 'node:net';

import type { EtcdCredentials } from '../credentials.ts';
import type { Exchange } from './exchange.ts';
import { createExchanges } from './exchanges.ts';
import type { Exchanges } from './exchanges.ts';
import { contentOf, createFrameReader, frameFlag, frameOf, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { createHeaderReader } from './header-reader.ts';
import { keepAlive } from './keep-alive.ts';
import type { KeepAlive } from './keep-alive.ts';
import { openSocket } from './open-socket.ts';
import { createOutbox } from './outbox.ts';
import { createReceiveWindow, windowUpdate } from './receive-window.ts';
import { createSender } from './sender.ts';
import type { Sender } from './sender.ts';
import { ownSettings, readSettings } from './settings.ts';

export interface Connection {
  /** Whether it takes new exchanges. */
  isTaking(): boolean;
  start(exchange: Exchange): void;
  /** Breaks it off; it is not told. */
  cancel(exchange: Exchange): void;
  /** So many bytes more of its answer are wanted. Nothing happens if it is over. */
  grant(exchange: Exchange, bytes: number): void;
  /** Exchanges under way fail. */
  close(): void;
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const neverSent = 'Channel closed before call started';

/** `streamWindow`: so many bytes of an answer may come before more are granted. */
export function openConnection(
  url: string,
  credentials: EtcdCredentials | undefined,
  streamWindow: number,
): Connection {
  const { socket, readyEvent } = openSocket(new URL(url), credentials);
  const outbox = createOutbox(socket);
  const { push } = outbox;
  const sender = createSender(push);
  const exchanges = createExchanges({ outbox, sender });
  let isConnected = false;
  let isDraining = false;
  let isOver = false;

  const end = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    liveness.stop();
    socket.destroy();
    exchanges.endAbove(0, new Error(isConnected ? reason : `No connection established. Last error: ${reason}`));
  };
  const drain = (lastSeen: number): void => {
    isDraining = true;
    // It has not looked at these, so that they may be asked elsewhere.
    exchanges.endAbove(lastSeen, new Error(neverSent));
    endIfDrained();
  };
  const endIfDrained = (): void => {
    if ((isDraining || !exchanges.hasRoom()) && exchanges.count() === 0) end('the member closed the connection');
  };

  const liveness = keepAlive({
    isAwaiting: () => isConnected && exchanges.count() > 0,
    ping: (payload) => push(frameOf({ type: frameType.ping, flags: 0, stream: 0 }, payload)),
    onSilence: () => end('the member does not answer'),
  });
  push(Buffer.concat([preface, frameOf({ type: frameType.settings, flags: 0, stream: 0 }, ownSettings(streamWindow))]));
  const receive = createReceiver({ push, sender, exchanges, liveness, drain, onEnded: endIfDrained });
  socket.once(readyEvent, () => (isConnected = true));
  readFrom(socket, receive, end);

  return {
    isTaking: () => !isDraining && !isOver && exchanges.hasRoom(),
    start: exchanges.start,
    cancel: exchanges.cancel,
    grant: (exchange, bytes) => {
      const stream = exchanges.streamOf(exchange);
      if (stream !== undefined) push(windowUpdate(stream, bytes));
    },
    close: () => end('the connection was closed'),
  };
}

function readFrom(socket: Socket, receive: (frame: Frame) => void, end: (reason: string) => void): void {
  const read = createFrameReader(receive);
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('error', ({ message }) => end(message));
  socket.on('close', () => end('the connection was lost'));
}

interface Receiving {
  readonly push: (bytes: Buffer) => void;
  readonly sender: Sender;
  readonly exchanges: Exchanges;
  readonly liveness: KeepAlive;
  readonly drain: (lastSeen: number) => void;
  readonly onEnded: () => void;
}

const lowBits = 0x7fff_ffff;

/** Does what a frame says. What this side has no use for is passed over, as the standard asks. */
function createReceiver({ push, sender, exchanges, liveness, drain, onEnded }: Receiving): (frame: Frame) => void {
  const window = createReceiveWindow(push);
  window.open();
  const endOf = (stream: number, error?: Error): void => {
    exchanges.end(stream, error);
    onEnded();
  };
  const readHeaders = createHeaderReader((stream, headers, isLast) => {
    exchanges.find(stream)?.onHeaders(headers);
    if (isLast) endOf(stream);
  });
  const acknowledge = (type: number, payload?: Buffer): void =>
    push(frameOf({ type, flags: frameFlag.ack, stream: 0 }, payload));

  const receiveData = (frame: Frame): void => {
    window.take(frame.length);
    const content = contentOf(frame);
    if (content.length > 0) exchanges.find(frame.stream)?.onData(content);
    if ((frame.flags & frameFlag.endStream) !== 0) endOf(frame.stream);
  };
  const receiveSettings = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) !== 0) return;
    const { mostStreams, initialWindow } = readSettings(payload);
    if (initialWindow !== undefined) sender.setInitialWindow(initialWindow);
    if (mostStreams !== undefined) exchanges.setMost(mostStreams);
    acknowledge(frameType.settings);
  };
  const receivePing = ({ flags, payload }: Frame): void => {
    if ((flags & frameFlag.ack) !== 0) liveness.answered();
    else acknowledge(frameType.ping, payload);
  };

  return (frame) => {
    switch (frame.type) {
      case frameType.data:
        return receiveData(frame);
      case frameType.headers:
      case frameType.continuation:
        return readHeaders(frame);
      case frameType.reset:
        return endOf(
          frame.stream,
          new Error(`the member broke off a call, with code ${frame.payload.readUInt32BE(0)}`),
        );
      case frameType.settings:
        return receiveSettings(frame);
      case frameType.ping:
        return receivePing(frame);
      case frameType.goAway:
        return drain(frame.payload.readUInt32BE(0) & lowBits);
      case frameType.windowUpdate:
        return sender.grant(frame.stream, frame.payload.readUInt32BE(0) & lowBits);
      default:
        return undefined;
    }
  };
}
