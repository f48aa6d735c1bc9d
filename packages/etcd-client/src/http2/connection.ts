/**
 * An HTTP/2 connection (RFC 9113) of a client, with many concurrent exchanges. It knows frames, streams and
 * flow-control windows, and refuses to know gRPC.
 *
 *     connecting ──SETTINGS──▶ open ──GOAWAY, stalled, or no stream ids left──▶ draining ──last response──▶ over
 *          │ lost, closed, stalled  │ lost, closed                                 │                         ▲
 *          └────────────────────────┴──────────────────────────────────────────────┴─────────────────────────┘
 *
 * Exchanges are queued while it connects. Under TLS 1.3 the client completes the handshake before the server has
 * verified the client's certificate; only the server's SETTINGS prove that both sides have completed it, so a failure
 * before them is that of a request that was not sent.
 */
import type { Socket } from 'node:net';

import type { EtcdCredentials } from '../credentials.ts';
import { TransportError } from '../errors.ts';
import type { Http2Exchange } from './exchange.ts';
import { createExchanges } from './exchanges.ts';
import type { Exchanges } from './exchanges.ts';
import { createFrameReader, frameOf, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { largestBlockBytes } from './header-reader.ts';
import { keepAlive } from './keep-alive.ts';
import type { KeepAlive } from './keep-alive.ts';
import { openSocket } from './open-socket.ts';
import { createFrameOutbox } from './outbox.ts';
import { createReceiver } from './receiver.ts';
import { windowUpdate } from './receive-window.ts';
import { createSender } from './sender.ts';
import type { Sender } from './sender.ts';
import { ownSettings } from './settings.ts';
import { watchForStall } from './stall.ts';

export interface Http2Connection {
  /** Accepts new exchanges. */
  isTaking(): boolean;
  start(exchange: Http2Exchange): void;
  /** Resets its stream without calling back. Returns whether the peer may have seen the request. */
  cancel(exchange: Http2Exchange): boolean;
  /** Opens the flow-control window of its stream by so many bytes. No effect once it has ended. */
  grant(exchange: Http2Exchange, bytes: number): void;
  /** Exchanges in progress fail. */
  close(): void;
}

export interface ConnectionTiming {
  /** Between keepalive pings. */
  readonly pingMs?: number | undefined;
  /** The longest time that anything may wait for the peer without progress. */
  readonly stallMs?: number | undefined;
}

export interface ConnectionOptions extends ConnectionTiming {
  readonly url: string;
  readonly credentials: EtcdCredentials | undefined;
  /** The initial flow-control window of each stream. */
  readonly streamWindow: number;
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const neverSent = 'Channel closed before call started';

export function openConnection(options: ConnectionOptions): Http2Connection {
  const { url, credentials, streamWindow, pingMs, stallMs } = options;
  const { socket, readyEvent } = openSocket(new URL(url), credentials);
  const outbox = createFrameOutbox({ socket, onFull: () => end('the member does not read') });
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
  /** Streams above `lastSeen` are certainly not processed (RFC 9113, section 6.8). */
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
    { steps: () => steps, isEstablished: () => isEstablished, end, drain },
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

interface ConnectionState {
  /** Changes with each step of connecting. */
  readonly steps: () => number;
  readonly isEstablished: () => boolean;
  readonly end: (reason: string) => void;
  readonly drain: (lastSeen: number) => void;
}

/** Detects a peer that does not answer pings, and one that answers them but allows no progress. */
function watchOver(carrying: Carrying, { pingMs, stallMs }: ConnectionTiming, state: ConnectionState): KeepAlive {
  const { push, sender, exchanges } = carrying;
  const { steps, isEstablished, end, drain } = state;
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

const allSeen = 0x7fff_ffff;

/**
 * The peer allows no stream or opens no window: later exchanges use another connection. Those whose request was sent
 * completely stay on this one to their end.
 */
function drainStalled({ exchanges, sender, drain }: Stalled): void {
  for (const stream of sender.blocked()) {
    exchanges.end(stream, new TransportError('the member takes no more of the request', { isUnsent: false }));
  }
  drain(allSeen);
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
