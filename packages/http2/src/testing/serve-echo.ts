/** For tests: a server that answers each request with its body, or as its path says, over plain TCP on a free port. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { printField, printStatusLine } from '../header-writer.ts';
import { acceptConnection, type AcceptedConnection, type AcceptedOptions } from '../server/accept-connection.ts';
import type { ServerExchange } from '../server/server-stream.ts';
import type { OnRequest } from '../server/streams.ts';

export interface EchoServer {
  readonly port: number;
  readonly connections: readonly AcceptedConnection[];
  readonly sockets: ReadonlySet<Socket>;
  /** Requests that were answered, or are waiting, by their path. */
  readonly asked: readonly string[];
  /** Requests whose client left them. */
  gone(): number;
  close(): void;
}

const largeBytes = 4 * 1024 * 1024;

/** `/wait` is never answered, `/head` has a head alone, `/large` four megabytes. */
export async function serveEcho(options: Partial<AcceptedOptions> = {}): Promise<EchoServer> {
  const connections: AcceptedConnection[] = [];
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  let gone = 0;
  const onRequest: OnRequest = ({ path, method, isTooLarge }, exchange, isComplete) => {
    asked.push(path);
    const body: Buffer[] = [];
    const onEnd = (): void => {
      if (path !== '/wait') answer(exchange, { path, method, isTooLarge, body: Buffer.concat(body) });
    };
    if (isComplete) onEnd();
    const onData = (bytes: Buffer): void => {
      body.push(Buffer.from(bytes));
      exchange.grant(bytes.length);
    };
    return { onData, onEnd, onGone: () => (gone += 1), onRoom: () => undefined, onSent: () => undefined };
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    connections.push(acceptConnection({ mostStreams: 250, streamWindow: 256 * 1024, onRequest, ...options, socket }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, connections, sockets, asked, gone: () => gone, close };
}

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly isTooLarge: boolean;
  readonly body: Buffer;
}

function answer(exchange: ServerExchange, { path, method, isTooLarge, body }: Asked): void {
  if (isTooLarge) return exchange.respond(printStatusLine(431), true);
  const head = printStatusLine(200) + printField('content-type', 'text/plain') + printField('asked', method);
  if (path === '/head') return exchange.respond(head, true);
  exchange.respond(head, false);
  exchange.write(path === '/large' ? Buffer.alloc(largeBytes, 'a') : body, true);
}
