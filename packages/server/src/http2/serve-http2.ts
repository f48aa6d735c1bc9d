/**
 * Serves the connections for which clients have chosen HTTP/2: each stream is a request to the same handlers as over
 * HTTP/1.1. It refuses to know the protocol, which is the engine's, and what is asked.
 */
import { connectionOf, type AlpnConnectionParts, type AlpnProtocol, type GiveWay } from '@keelson/http';
import { acceptConnection, type AcceptedConnection, type EverySecond, type RequestBlock } from '@keelson/http2';
import type { RequestEvents, ServerExchange } from '@keelson/http2';
import { methodNotAllowed, type Status } from '@keelson/meta';

import { createPageTurns, type TakePageTurn } from './page-turns.ts';
import { createHeadersReader } from './request-headers.ts';
import { ServedStream, wholeBytes, type Answering, type Serving } from './served-stream.ts';
import { printHeader, printStatus } from './stream-headers.ts';

export interface Http2Settings {
  /** Requests of one connection that may be under way at once. */
  readonly mostStreams: number;
  /** The part of the requests after which a client is told to open another connection, from 0 to 1. */
  readonly goawayChance: number;
}

export interface Http2Options extends Http2Settings, Answering {
  readonly idleMs: number;
  readonly firstRequestMs: number;
  /** The answer to a request that is no HTTP, or larger than it may be. */
  readonly refusalOf: (fault: 'malformed' | 'tooLarge') => Status;
  readonly random: () => number;
  readonly giveWay: GiveWay;
}

/** As `quick/parse-head.ts` of HTTP/1.1 has it. */
const method = /^[A-Z]{1,24}$/;
const msPerSecond = 1_000;

export function createHttp2(options: Http2Options): AlpnProtocol {
  const shared = { everySecond: shareTimer(), takePageTurn: createPageTurns(options.giveWay) };
  return {
    name: 'h2',
    serve: (parts) => {
      const connection = serve(options, parts, shared);
      return { endSoon: connection.drain };
    },
  };
}

/** Of all connections. */
interface Shared {
  readonly everySecond: EverySecond;
  readonly takePageTurn: TakePageTurn;
}

function serve(options: Http2Options, parts: AlpnConnectionParts, shared: Shared): AcceptedConnection {
  const { mostStreams, goawayChance, random, answer, answerNode, refusalOf } = options;
  const { everySecond, takePageTurn } = shared;
  const { socket, arrivals, onFirst } = parts;
  const serving: Serving = { connection: connectionOf(socket), arrivals, takePageTurn, answer, answerNode };
  const readHeaders = createHeadersReader();
  const onRequest = (block: RequestBlock, exchange: ServerExchange, isComplete: boolean): RequestEvents => {
    onFirst();
    if (goawayChance > 0 && random() < goawayChance) connection.drain();
    if (block.isTooLarge) return refuse(exchange, block, refusalOf('tooLarge'));
    if (block.method === 'CONNECT') return refuse(exchange, block, methodNotAllowed());
    const fields = readHeaders(block);
    if (fields === undefined || !method.test(block.method)) return refuse(exchange, block, refusalOf('malformed'));
    const { method: asked, path: url, length } = block;
    return new ServedStream(serving, exchange, { method: asked, url, length, fields, isComplete });
  };
  const connection = acceptConnection({
    ...{ socket, mostStreams, onRequest, everySecond },
    streamWindow: wholeBytes,
    timeLimits: {
      idleSeconds: options.idleMs / msPerSecond,
      firstSeconds: options.firstRequestMs / msPerSecond,
    },
  });
  return connection;
}

function refuse(exchange: ServerExchange, { method: asked }: RequestBlock, status: Status): RequestEvents {
  const body = Buffer.from(`${JSON.stringify(status)}\n`);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };
  let head = printStatus(status.code ?? 400);
  for (const [name, value] of Object.entries(headers)) head += printHeader(name, value);
  const hasBody = asked !== 'HEAD';
  exchange.respond(head + printHeader('content-length', body.length), !hasBody);
  if (hasBody) exchange.write(body, true);
  return { onData: ignore, onEnd: ignore, onGone: ignore, onRoom: ignore, onSent: ignore };
}

function ignore(): void {
  // The response is made.
}

/** One timer for all connections. It does not keep the process alive. */
function shareTimer(): EverySecond {
  const ticks = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return (tick) => {
    ticks.add(tick);
    timer ??= setInterval(() => {
      for (const each of [...ticks]) each();
    }, msPerSecond).unref();
    return () => {
      ticks.delete(tick);
      if (ticks.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
