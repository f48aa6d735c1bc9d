/**
 * A client's connection over HTTP/2 (RFC 9113) with many exchanges at a time. It knows frames, streams and windows,
 * and not what is said in them.
 *
 *     connecting ──SETTINGS──▶ taking ──GOAWAY, stalled, or no numbers left──▶ draining ──last answer──▶ over
 *          │ lost, closed, stalled  │ lost, closed                                │                       ▲
 *          └────────────────────────┴─────────────────────────────────────────────┴───────────────────────┘
 *
 * Exchanges wait for a stream while it is connecting. Under TLS 1.3 a client's side of the handshake is over before
 * the server has looked at its certificate; only the server's SETTINGS show that both sides are, so that a failure
 * before them is one of a request that was not sent.
 */
import type { Socket } from 'node:net';

import type { EtcdCredentials } from '../credentials.ts';
import type { Exchange } from './exchange.ts';
import { createExchanges } from './exchanges.ts';
import type { Exchanges } from './exchanges.ts';
import { createFrameReader, frameOf, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { largestBlockBytes } from './header-reader.ts';
import { keepAlive } from './keep-alive.ts';
import type { KeepAlive } from './keep-alive.ts';
import { openSocket } from './open-socket.ts';
import { createOutbox } from './outbox.ts';
import { createReceiver } from './receiver.ts';
import { windowUpdate } from './receive-window.ts';
import { createSender } from './sender.ts';
import type { Sender } from './sender.ts';
import { ownSettings } from './settings.ts';
import { watchForStall } from './stall.ts';
import { TransportError } from './transport-error.ts';

export interface Connection {
  /** Whether it takes new exchanges. */
  isTaking(): boolean;
  start(exchange: Exchange): void;
  /** Breaks it off; it is not told. Returns whether the peer may know of it. */
  cancel(exchange: Exchange): boolean;
  /** So many bytes more of its answer are wanted. Nothing happens if it is over. */
  grant(exchange: Exchange, bytes: number): void;
  /** Exchanges under way fail. */
  close(): void;
}

export interface ConnectionTiming {
  /** Between keepalive pings. */
  readonly pingMs?: number | undefined;
  /** So long may what waits for the peer stand still. */
  readonly stallMs?: number | undefined;
}

export interface ConnectionOptions extends ConnectionTiming {
  readonly url: string;
  readonly credentials: EtcdCredentials | undefined;
  /** So many bytes of an answer may come before more are granted. */
  readonly streamWindow: number;
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const neverSent = 'Channel closed before call started';

export function openConnection({ url, credentials, streamWindow, pingMs, stallMs }: ConnectionOptions): Connection {
  const { socket, readyEvent } = openSocket(new URL(url), credentials);
  const outbox = createOutbox({ socket, onFull: () => end('the member does not read') });
  const { push } = outbox;
  const sender = createSender(push);
  const exchanges = createExchanges({ outbox, sender });
  let steps = 0;
  let isEstablished = false;
  let isDraining = false;
  let isOver = false;

  const end = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    watching.stop();
    socket.destroy();
    const unsent = isEstablished ? reason : `No connection established. Last error: ${reason}`;
    exchanges.endQueued(new TransportError(unsent, { isUnsent: true }));
    exchanges.endAbove(0, new TransportError(reason, { isUnsent: false }));
  };
  /** Streams above `lastSeen` are surely not looked at. */
  const drain = (lastSeen: number): void => {
    isDraining = true;
    const unsent = new TransportError(neverSent, { isUnsent: true });
    exchanges.endQueued(unsent);
    exchanges.endAbove(lastSeen, unsent);
    endIfDrained();
  };
  const endIfDrained = (): void => {
    if ((isDraining || !exchanges.hasRoom()) && exchanges.streams() + exchanges.queued() === 0) {
      end('the member closed the connection');
    }
  };

  const watching = watchOver(
    { push, sender, exchanges },
    { pingMs, stallMs },
    {
      steps: () => steps,
      isEstablished: () => isEstablished,
      end,
      drain,
    },
  );
  const own = ownSettings({ streamWindow, headerListBytes: largestBlockBytes });
  push(Buffer.concat([preface, frameOf({ type: frameType.settings, flags: 0, stream: 0 }, own)]));
  const onEstablished = (): void => {
    isEstablished = true;
  };
  const receive = createReceiver({ push, sender, exchanges, drain, onEstablished, onEnded: endIfDrained });
  for (const event of ['connect', readyEvent]) socket.once(event, () => (steps += 1));
  readFrom({ socket, receive, heard: watching.heard, end });

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

interface Carrying {
  readonly push: (bytes: Buffer) => void;
  readonly sender: Sender;
  readonly exchanges: Exchanges;
}

interface Standing {
  /** Changes with each step on the way to being established. */
  readonly steps: () => number;
  readonly isEstablished: () => boolean;
  readonly end: (reason: string) => void;
  readonly drain: (lastSeen: number) => void;
}

/** A peer that does not answer, and one that answers and does not let anything move. */
function watchOver(carrying: Carrying, { pingMs, stallMs }: ConnectionTiming, standing: Standing): KeepAlive {
  const { push, sender, exchanges } = carrying;
  const { steps, isEstablished, end, drain } = standing;
  const liveness = keepAlive({
    hasStreams: () => exchanges.streams() > 0,
    ping: (payload) => push(frameOf({ type: frameType.ping, flags: 0, stream: 0 }, payload)),
    onSilence: () => end('the member does not answer'),
    pingMs,
  });
  const stopWatching = watchForStall({
    isWaiting: () => !isEstablished() || exchanges.queued() > 0 || sender.blocked().length > 0,
    moved: () => steps() + exchanges.launched() + sender.sentFrames(),
    onStall: () => {
      if (isEstablished()) drainStalled({ exchanges, sender, drain });
      else end('the member did not answer in time');
    },
    limitMs: stallMs,
  });
  return {
    heard: liveness.heard,
    stop: () => {
      liveness.stop();
      stopWatching();
    },
  };
}

interface Stalled {
  readonly exchanges: Exchanges;
  readonly sender: Sender;
  readonly drain: (lastSeen: number) => void;
}

const noneUnseen = 0x7fff_ffff;

/**
 * The peer allows no stream or opens no window: the next exchanges go over another connection. Those that have all
 * they need stay on this one to their end.
 */
function drainStalled({ exchanges, sender, drain }: Stalled): void {
  for (const stream of sender.blocked()) {
    exchanges.end(stream, new TransportError('the member takes no more of the request', { isUnsent: false }));
  }
  drain(noneUnseen);
}

interface Reading {
  readonly socket: Socket;
  readonly receive: (frame: Frame) => void;
  readonly heard: () => void;
  readonly end: (reason: string) => void;
}

function readFrom({ socket, receive, heard, end }: Reading): void {
  const read = createFrameReader(receive);
  socket.on('data', (chunk: Buffer) => {
    heard();
    try {
      read(chunk);
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('error', ({ message }) => end(message));
  socket.on('close', () => end('the connection was lost'));
}
