/**
 * An HTTP/2 connection (RFC 9113) of a client, with many concurrent exchanges. It knows frames, streams and
 * flow-control windows, and refuses to know what is said.
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

import { Http2Error, isHttp2Error } from './errors.ts';
import type { Http2ErrorCode } from './errors.ts';
import type { Http2Exchange, Http2Request } from './exchange.ts';
import { Exchanges } from './exchanges.ts';
import { createFrameReader } from './frame-reader.ts';
import { frameOf, frameType } from './frames.ts';
import type { Frame } from './frames.ts';
import { largestBlockBytes } from './header-reader.ts';
import { keepAlive } from './keep-alive.ts';
import { createFrameOutbox } from './outbox.ts';
import { createReceiver } from './receiver.ts';
import { Sender } from './sender.ts';
import { ownSettings } from './settings.ts';
import { watchForStall } from './stall.ts';

export interface Http2Connection {
  /** Accepts new exchanges. */
  isTaking(): boolean;
  start(request: Http2Request): Http2Exchange;
  /** The number of exchanges under way. */
  load(): number;
  /** The streams that the server allows at once; undefined until it has said so. */
  mostStreams(): number | undefined;
  /** Ends the connection if nothing is received for so long after a ping. */
  probe(limitMs: number): void;
  /** Exchanges in progress fail. */
  close(): void;
}

export interface LivenessOptions {
  /** Between keepalive pings; none where absent. */
  readonly pingMs?: number | undefined;
  /** The longest silence after a keepalive ping. */
  readonly pongMs?: number | undefined;
  /** The longest wait for the server's SETTINGS; no limit where absent. */
  readonly settingsMs?: number | undefined;
  /** The longest time that anything may wait for the server without progress; no limit where absent. */
  readonly stallMs?: number | undefined;
}

export interface ConnectionOptions extends LivenessOptions {
  /** Connected, or connecting: what it is given is written once it can be. Of TLS, ALPN has chosen `h2` then. */
  readonly socket: Socket;
  /** The initial flow-control window of each stream. */
  readonly streamWindow: number;
  /** Takes no more exchanges. Called at most once. */
  readonly onDraining?: () => void;
  /** Called once, after the last exchange has ended. */
  readonly onOver?: () => void;
  /** Calls it when the turn of the event loop ends: what the turn has to send is written at once. */
  readonly atEndOfTurn?: (flush: () => void) => void;
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const neverSent = 'Channel closed before call started';
const usualPongMs = 2_000;

export function openConnection(options: ConnectionOptions): Http2Connection {
  const { socket, streamWindow, atEndOfTurn } = options;
  const state = { steps: 0, heard: 0, isEstablished: false, isDraining: false, isOver: false };
  const outbox = createFrameOutbox({
    socket,
    onFull: () => end('lost', 'the server does not read'),
    onRoom: () => sender.pump(),
    ...(atEndOfTurn !== undefined && { atEndOfTurn }),
  });
  const { push, pushLate } = outbox;
  const sender = new Sender(outbox);
  const exchanges = new Exchanges({ outbox, sender, streamWindow, onCancelled: () => endIfDrained() });

  const end: EndConnection = (code, reason, cause) => {
    if (state.isOver) return;
    state.isOver = true;
    stopWatching();
    probe.stop();
    socket.destroy();
    const unsent = state.isEstablished ? reason : `No connection established. Last error: ${reason}`;
    exchanges.endQueued(new Http2Error(code, unsent, { isUnsent: true, cause }));
    exchanges.endAbove(0, new Http2Error(code, reason, { cause }));
    options.onOver?.();
  };
  /** Streams above `lastSeen` are certainly not processed (RFC 9113, section 6.8). */
  const drain = (lastSeen: number): void => {
    if (!state.isDraining) options.onDraining?.();
    state.isDraining = true;
    const unsent = new Http2Error('lost', neverSent, { isUnsent: true });
    exchanges.endQueued(unsent);
    exchanges.endAbove(lastSeen, unsent);
    endIfDrained();
  };
  const load = (): number => exchanges.streams + exchanges.queued;
  const endIfDrained = (): void => {
    if ((state.isDraining || !exchanges.hasRoom) && load() === 0) end('lost', 'the server closed the connection');
  };

  const watched: Watched = { push, sender, exchanges, state, end, drain };
  const stopWatching = watchOver(watched, options);
  const probe = createProbe(watched);
  const own = ownSettings({ streamWindow, headerListBytes: largestBlockBytes });
  push(Buffer.concat([preface, frameOf({ type: frameType.settings, flags: 0, stream: 0 }, own)]));
  const onEstablished = (): void => {
    state.isEstablished = true;
  };
  const receive = createReceiver({ push, pushLate, sender, exchanges, drain, onEstablished, onEnded: endIfDrained });
  readFrom(socket, { receive, state, end });

  return {
    isTaking: () => !state.isDraining && !state.isOver && exchanges.hasRoom,
    start: (request) => exchanges.start(request),
    load,
    mostStreams: () => (state.isEstablished ? exchanges.most : undefined),
    probe: probe.start,
    close: () => end('lost', 'the connection was closed'),
  };
}

type EndConnection = (code: Http2ErrorCode, reason: string, cause?: unknown) => void;

interface ConnectionState {
  /** Changes with each step of connecting. */
  steps: number;
  /** Changes with everything that is received. */
  heard: number;
  isEstablished: boolean;
  isOver: boolean;
}

interface Watched {
  readonly push: (bytes: Buffer) => void;
  readonly sender: Sender;
  readonly exchanges: Exchanges;
  readonly state: Readonly<ConnectionState>;
  readonly end: EndConnection;
  readonly drain: (lastSeen: number) => void;
}

const pingPayload = Buffer.alloc(8);

function ping({ push }: Watched): void {
  push(frameOf({ type: frameType.ping, flags: 0, stream: 0 }, pingPayload));
}

const silence = 'the server does not answer';

/** Detects a server that does not answer pings, and one that answers them but allows no progress. */
function watchOver(watched: Watched, options: LivenessOptions): () => void {
  const { pingMs, pongMs = usualPongMs, settingsMs, stallMs } = options;
  const { sender, exchanges, state, end } = watched;
  const stops: (() => void)[] = [];
  if (pingMs !== undefined) {
    const hasStreams = (): boolean => exchanges.streams > 0;
    const onSilence = (): void => end('lost', silence);
    const pinging = { hasStreams, heard: () => state.heard, ping: () => ping(watched), onSilence, pingMs, pongMs };
    stops.push(keepAlive(pinging));
  }
  if (settingsMs !== undefined) stops.push(limitConnecting(watched, settingsMs));
  if (stallMs !== undefined) {
    const stalling = {
      isWaiting: () => !state.isEstablished || exchanges.queued > 0 || sender.blocked().length > 0,
      moved: () => state.steps + exchanges.launched + sender.sentFrames,
      onStall: () => {
        if (state.isEstablished) drainStalled(watched);
        else end('lost', tooLate);
      },
      limitMs: stallMs,
    };
    stops.push(watchForStall(stalling));
  }
  return () => {
    for (const stop of stops) stop();
  };
}

const tooLate = 'the server did not answer in time';

function limitConnecting({ state, end }: Watched, limitMs: number): () => void {
  const check = (): void => {
    if (!state.isEstablished) end('lost', tooLate);
  };
  // SETTINGS that came while the event loop was blocked are read before `setImmediate` runs.
  const timer = setTimeout(() => setImmediate(check), limitMs).unref();
  return () => clearTimeout(timer);
}

interface Probe {
  start(limitMs: number): void;
  stop(): void;
}

/** One at a time. */
function createProbe(watched: Watched): Probe {
  const { state, end } = watched;
  let timer: NodeJS.Timeout | undefined;
  const check = (before: number): void => {
    // Bytes that came while the event loop was blocked are read before `setImmediate` runs.
    setImmediate(() => {
      timer = undefined;
      if (state.heard === before) end('lost', silence);
    });
  };
  return {
    start: (limitMs) => {
      if (timer !== undefined || state.isOver) return;
      ping(watched);
      timer = setTimeout(check, limitMs, state.heard).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

const allSeen = 0x7fff_ffff;

/**
 * The server allows no stream or opens no window: later exchanges use another connection. Those whose request was sent
 * completely stay on this one to their end.
 */
function drainStalled({ exchanges, sender, drain }: Watched): void {
  const blocked = sender.blocked();
  // Before room is made: queued ones would be sent into the same stall, and could not be sent elsewhere any more.
  drain(allSeen);
  for (const id of blocked) {
    const stream = exchanges.find(id);
    if (stream !== undefined) exchanges.end(stream, new Http2Error('lost', 'the server takes no more of the request'));
  }
  // The connection is over if they were the last.
  drain(allSeen);
}

interface Reading {
  readonly receive: (frame: Frame) => void;
  readonly state: ConnectionState;
  readonly end: EndConnection;
}

function readFrom(socket: Socket, { receive, state, end }: Reading): void {
  const read = createFrameReader(receive);
  for (const event of ['connect', 'secureConnect']) socket.once(event, () => (state.steps += 1));
  socket.on('data', (chunk: Buffer) => {
    state.heard += 1;
    if (state.isOver) return;
    try {
      read(chunk);
    } catch (error) {
      end(isHttp2Error(error) ? error.code : 'protocol', error instanceof Error ? error.message : String(error));
    }
  });
  socket.on('error', (error) => end('lost', error.message, error));
  socket.on('close', () => end('lost', 'the connection was lost'));
}
