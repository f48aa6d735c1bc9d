/** For tests: servers with a quick lane before them, and clients that send them bytes as they are. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import type { Incoming, Outgoing } from '../exchange.ts';
import type { NewcomerLimits } from '../newcomers.ts';
import { openLane, type Lane } from '../lane.ts';
import { NodeIncoming } from '../node/node-incoming.ts';

export interface Served {
  readonly server: Server;
  readonly lane: Lane;
  readonly port: number;
}

/** `by`: whose objects they are. */
export type Answer = (incoming: Incoming, response: Outgoing, by: 'lane' | 'node') => void;

/** Responds with the request as received, and the name of the server that read it. */
export const echo: Answer = (incoming, response, by) => {
  void incoming.readBody(1_000_000).then((body) => {
    const bytes = body.ok ? Buffer.from(body.bytes).toString() : body.reason;
    response.setHeader('X-By', by);
    response.end(JSON.stringify({ method: incoming.method, url: incoming.url, body: bytes }));
  });
};

export interface ServeOptions {
  readonly keepAliveMs?: number;
  readonly firstRequestMs?: number;
  readonly newcomers?: NewcomerLimits;
  /** Shows what is below `/page`; by default `answer` does. */
  readonly showPage?: (message: IncomingMessage, response: ServerResponse) => void;
}

const opened: Served[] = [];
const sockets: Socket[] = [];

/** To be called after each test. */
export async function closeServed(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { server, lane } of opened.splice(0)) {
    lane.cutOff();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export async function serve(answer: Answer = echo, options: ServeOptions = {}): Promise<Served> {
  const { keepAliveMs = 60_000, firstRequestMs = 60_000 } = options;
  const byNode = (message: IncomingMessage, response: ServerResponse): void =>
    answer(new NodeIncoming(message), response, 'node');
  const server = createServer(byNode);
  const lane = openLane({
    server,
    keepAliveMs,
    firstRequestMs,
    ...(options.newcomers !== undefined && { newcomers: options.newcomers }),
    answer: (incoming, response) => {
      if (incoming.url.startsWith('/page')) return false;
      answer(incoming, response, 'lane');
      return true;
    },
    answerNode: options.showPage ?? byNode,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const served = { server, lane, port: (server.address() as AddressInfo).port };
  opened.push(served);
  return served;
}

export interface Echoed {
  readonly by: string;
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

export interface Client {
  readonly socket: Socket;
  /** All that came so far. */
  came(): string;
  /** Resolves when that matches. Rejects if the connection is closed before. */
  whenCame(pattern: RegExp): Promise<void>;
  /** Resolves when `count` responses of `echo` have arrived. */
  answers(count: number): Promise<Echoed[]>;
  readonly closed: Promise<void>;
}

export function open({ port }: Pick<Served, 'port'>): Client {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('end', () => resolve());
  });
  const until = async (isThere: () => boolean): Promise<void> => {
    const gone = closed.then(() => isThere() || Promise.reject(new Error(`closed after ${JSON.stringify(text)}`)));
    while (!isThere()) await Promise.race([once(socket, 'data'), gone]);
  };
  return {
    socket,
    closed,
    came: () => text,
    whenCame: (pattern) => until(() => pattern.test(text)),
    answers: async (count) => {
      await until(() => echoes(text).length >= count);
      return echoes(text);
    },
  };
}

function echoes(text: string): Echoed[] {
  const found = text.matchAll(/X-By: (\w+)\r\n(?:[\w-]+: [^\r]*\r\n)*\r\n(\{.*?\})(?=HTTP|$)/gs);
  return [...found].map(([, by = '', json = '']) => ({ by, ...(JSON.parse(json) as Omit<Echoed, 'by'>) }));
}

export function get(url: string, ...headers: string[]): string {
  return `${[`GET ${url} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
}

export function put(url: string, body: string): string {
  return `PUT ${url} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
