/**
 * Puts a quick lane in front of a server of Node's. Most requests are short, whole and
 * alike, and what Node's server does for those that are not costs more than answering
 * them. Whatever is out of the ordinary goes to Node's server, on the same connection.
 */
import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

import { openAlpnConnections } from './alpn-connections.ts';
import type { AlpnProtocol } from './alpn-protocol.ts';
import type { AnswerQuickly } from './exchange.ts';
import { beginHandshakesInSlices, type GiveWay } from './handshakes.ts';
import { answerUpgrades } from './node/answer-upgrades.ts';
import { answerInTurn } from './node/answer-in-turn.ts';
import { answerWithNode, type AnswerNode } from './node/answer-with-node.ts';
import { closeWaiting } from './node/close-waiting.ts';
import { continueInTurn } from './node/continue-in-turn.ts';
import { usualNewcomerLimits, watchNewcomers, type NewcomerLimits } from './newcomers.ts';
import { ArrivalQueue } from './quick/arrival-queue.ts';
import { Connection } from './quick/connection.ts';

export interface LaneOptions {
  readonly server: Server | HttpsServer;
  readonly answer: AnswerQuickly;
  /** Answers what `answer` does not take. */
  readonly answerNode: AnswerNode;
  /** Of connections that have nothing to do. */
  readonly keepAliveMs: number;
  /** Of connections that nothing was ever asked on. */
  readonly firstRequestMs: number;
  /** The limits on connections that have not sent a request yet. */
  readonly newcomers?: NewcomerLimits;
  /** Schedules TLS handshakes in slices; without it, each starts at once. */
  readonly giveWay?: GiveWay;
  /** Serves the connections for which ALPN has chosen it; the server has to offer it. */
  readonly alpn?: AlpnProtocol | undefined;
}

export interface Lane {
  /** From now on each answer is the last one of its connection. Those that nothing is asked on stay. */
  drain(): void;
  /** Connections end: those that have nothing to do now, the others when they have answered. */
  stop(): void;
  /** Ends all there are, at once; those that were taken out of HTTP too. */
  cutOff(): void;
}

const sweepMs = 2_000;
/** Added to the announced keep-alive timeout, so that a connection used at the last moment is not cut off. */
const graceMs = 1_000;

export function openLane(options: LaneOptions): Lane {
  const { server, answer, answerNode, keepAliveMs, firstRequestMs } = options;
  const connections = new Map<Socket, Connection>();
  const arrivals = new ArrivalQueue();
  let isStopping = false;
  const keepAliveSeconds = Math.floor(keepAliveMs / 1_000);
  const stay = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
  const connectionFields = (): string => (isStopping ? 'Connection: close\r\n' : stay);
  const connected = server instanceof HttpsServer ? 'secureConnection' : 'connection';
  const handOver = takeConnectionsFrom(server, connected);
  if (server instanceof HttpsServer && options.giveWay !== undefined) {
    beginHandshakesInSlices(server, { giveWay: options.giveWay, firstBytesMs: firstRequestMs });
  }
  const newcomers = watchNewcomers(server, options.newcomers ?? usualNewcomerLimits);
  const others = openAlpnConnections(options.alpn, arrivals, newcomers);
  server.prependListener('request', ({ socket }) => newcomers.welcome(socket));
  answerInTurn(server);
  closeWaiting(server);
  const taken = keepTaken();
  const giveBack = (socket: Socket, bytes: Buffer): void => {
    taken.forget(socket);
    handOver(socket, bytes);
  };
  const stays = (): number | undefined => (isStopping ? undefined : keepAliveSeconds);
  answerUpgrades({ server, onUpgrade: taken.add, handOver: giveBack, keepAliveSeconds: stays });
  continueInTurn(server);

  server.on(connected, (socket: Socket) => {
    if (others.take(socket)) return;
    const parts = {
      socket,
      answer,
      arrivals,
      answerElsewhere: (head, body, onOver) => {
        answerWithNode({ head, body, socket, keepAliveSeconds: stays(), onOver }, answerNode);
      },
      handOver,
      onLeft: () => connections.delete(socket),
      onTaken: () => connections.delete(socket) && taken.add(socket),
      onFirst: () => newcomers.welcome(socket),
      connectionFields,
      isStopping: () => isStopping,
    } satisfies ConstructorParameters<typeof Connection>[0];
    connections.set(socket, new Connection(parts, performance.now()));
  });

  endQuiet(connections, options);

  const drain = (): void => {
    isStopping = true;
    others.endSoon();
  };
  return {
    drain,
    stop: () => {
      drain();
      for (const connection of [...connections.values()]) connection.endSoon();
    },
    cutOff: () => destroyAll([...connections.keys(), ...others.sockets(), ...taken.sockets]),
  };
}

function destroyAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** Sockets that were upgraded to another protocol, or have asked to be. */
function keepTaken() {
  const sockets = new Set<Socket>();
  return {
    sockets,
    add: (socket: Socket): void => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
    forget: (socket: Socket): void => void sockets.delete(socket),
  };
}

/** Connections that do nothing for longer than they may. */
function endQuiet(connections: ReadonlyMap<Socket, Connection>, options: LaneOptions): void {
  const { server, keepAliveMs, firstRequestMs } = options;
  const sweep = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, connection] of connections) {
      const quiet = connection.quiet(nowMs);
      if (quiet === undefined) continue;
      if (nowMs - quiet.sinceMs > (quiet.isNew ? firstRequestMs : keepAliveMs + graceMs)) socket.destroy();
    }
  }, sweepMs).unref();
  server.once('close', () => clearInterval(sweep));
}

/** Returns what gives a connection back, with the bytes that were read from it. */
function takeConnectionsFrom(server: EventEmitter, connected: string): (socket: Socket, bytes: Buffer) => void {
  const nodes = server.listeners(connected);
  server.removeAllListeners(connected);
  return (socket, bytes) => {
    for (const listener of nodes) listener.call(server, socket);
    // In this order: what is read of these bytes may pause the connection.
    socket.resume();
    if (bytes.length > 0) socket.unshift(bytes);
  };
}
