/**
 * An HTTP/2 connection (RFC 9113) of a server: takes the requests of a client, many at once, and carries their responses.
 * It refuses to know what is asked and who asks.
 *
 *     open ──drain()──▶ GOAWAY 2^31-1, PING ──pong──▶ GOAWAY last ──last response──▶ over
 *       └──── broken rule: GOAWAY with its code; lost; close() ───────────────────────▲
 */
import type { Socket } from 'node:net';

import { isHttp2Error, resetCodes } from '../errors.ts';
import { createFrameReader } from '../frame-reader.ts';
import { frameOf, frameType, type Frame } from '../frames.ts';
import { createFrameOutbox } from '../outbox.ts';
import { Sender } from '../sender.ts';
import { serverSettings } from '../settings.ts';
import { createAllowance } from './allowance.ts';
import { createDrain, goAway } from './drain.ts';
import { createRequestReceiver } from './receive-requests.ts';
import { headerListBytes } from './request-block.ts';
import { Streams, type OnRequest } from './streams.ts';
import { defaultTimeLimits, everySecond, limitTime, type EverySecond, type TimeLimits } from './time-limits.ts';

export interface AcceptedOptions {
  /** Connected; of TLS, ALPN has chosen `h2`. */
  readonly socket: Socket;
  /** Streams that may be open at once; those beyond are refused unprocessed. */
  readonly mostStreams: number;
  /** Bytes of a request that may be unread. The connection holds this much for each of its streams at most. */
  readonly streamWindow: number;
  readonly onRequest: OnRequest;
  /** Called once; every request was told before that it is gone. */
  readonly onOver?: () => void;
  readonly timeLimits?: Partial<TimeLimits>;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly everySecond?: EverySecond;
}

export interface AcceptedConnection {
  /** Requests under way. */
  load(): number;
  /** Ends the connection after the requests under way, and those that the client sends before it knows. */
  drain(): void;
  close(): void;
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
/** Answers that the client does not read: nothing more is read of what it asks. Bodies wait earlier, in the outbox. */
const pauseBytes = 1024 * 1024;
/** Only answers to what one read of the socket has brought can come on top. */
const mostUnreadBytes = 4 * pauseBytes;
/** The client may read what is left, and why, before the connection is cut off. */
const lingerMs = 1_000;
const mostLingers = 30;

export function acceptConnection(options: AcceptedOptions): AcceptedConnection {
  const { socket, mostStreams, streamWindow, onRequest, now = () => performance.now() } = options;
  let isOver = false;

  const outbox = createFrameOutbox({
    socket,
    limitBytes: mostUnreadBytes,
    onFull: () => socket.destroy(),
    onRoom: () => {
      socket.resume();
      sender.pump();
    },
  });
  const { push, flush } = outbox;
  const sender = new Sender(outbox);
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    drain.stop();
    stopTime();
    streams.goneAll();
    options.onOver?.();
  };
  /** No more is read; what was pushed is sent. */
  const end = (code: number, reason: string): void => {
    if (isOver) return;
    push(goAway(Math.min(drain.lastTaken(), streams.last), code, reason));
    finish();
    flush();
    socket.end();
    linger(socket);
  };
  const endIfDrained = (): void => {
    if (drain.isRefusing() && streams.size === 0) end(resetCodes.noError, '');
  };
  const streams = new Streams({
    ...{ outbox, sender, streamWindow, onRequest },
    onLeft: () => endIfDrained(),
    onUnread: () => socket.destroy(),
  });
  const drain = createDrain({ push, lastUsed: () => streams.last, onRefusing: endIfDrained });

  const settings = serverSettings({ mostStreams, streamWindow, headerListBytes });
  push(frameOf({ type: frameType.settings, flags: 0, stream: 0 }, settings));
  const spend = createAllowance(now);
  const receiver = createRequestReceiver({ push, sender, streams, mostStreams, spend, drain });
  const receive = (frame: Frame): unknown => isOver || receiver.receive(frame);
  // Asked for room, the outbox tells when there is some: a socket whose writes all succeed at once has no `drain`.
  const isUnread = (): boolean => outbox.unreadBytes() > pauseBytes && !outbox.hasRoom(false);
  readFrames(socket, { receive, end, finish, isUnread });

  const stopTime = limitTime({
    ...{ ...defaultTimeLimits, ...options.timeLimits },
    everySecond: options.everySecond ?? everySecond,
    streams,
    unfinished: receiver.unfinished,
    onLate: () => end(resetCodes.noError, 'the peer took too long'),
    onIdle: drain.begin,
  });
  return { load: () => streams.size, drain: drain.begin, close: () => socket.destroy() };
}

/** As long as the client reads, and a little longer. */
function linger(socket: Socket): void {
  let unreadBytes = -1;
  let lingers = 0;
  const look = setInterval(() => {
    const hasMoved = socket.writableLength !== unreadBytes;
    unreadBytes = socket.writableLength;
    lingers = hasMoved ? 0 : lingers + 1;
    if (unreadBytes === 0 || lingers >= mostLingers) socket.destroy();
  }, lingerMs).unref();
  socket.once('close', () => clearInterval(look));
}

interface Reading {
  readonly receive: (frame: Frame) => unknown;
  readonly end: (code: number, reason: string) => void;
  readonly finish: () => void;
  /** The client does not read what it is answered. */
  readonly isUnread: () => boolean;
}

/** A fault of ours ends the connection too, and is thrown on. */
function readFrames(socket: Socket, { receive, end, finish, isUnread }: Reading): void {
  const read = createFrameReader(receive);
  let skipped = 0;
  const skipPreface = (chunk: Buffer): Buffer | undefined => {
    const piece = chunk.subarray(0, preface.length - skipped);
    if (piece.compare(preface, skipped, skipped + piece.length) !== 0) return undefined;
    skipped += piece.length;
    return chunk.subarray(piece.length);
  };
  socket.on('data', (chunk: Buffer) => {
    const frames = skipped === preface.length ? chunk : skipPreface(chunk);
    if (frames === undefined) return end(resetCodes.protocolError, 'the peer does not speak HTTP/2');
    try {
      read(frames);
    } catch (error) {
      const isTheirs = isHttp2Error(error);
      end((isTheirs ? error.resetCode : undefined) ?? resetCodes.internalError, isTheirs ? error.message : '');
      if (!isTheirs) throw error;
    }
    if (isUnread()) socket.pause();
  });
  socket.on('end', () => {
    finish();
    socket.end();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', finish);
}
