/** For tests: the proxy behind a server over HTTP, without the rest of a server, and clients of it. */
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { createCallouts, type Callouts, type ResolveService } from '@keelson/callouts';
import { NodeIncoming, openLane, type Incoming, type Outgoing } from '@keelson/http';

import type { RemoteApi } from '../contract.ts';
import { createForward } from '../proxy/forward-request.ts';

export interface ServedProxy {
  readonly port: number;
  /** Of the connections that it was told to wait for, and of turns that were given back. */
  readonly told: readonly string[];
  ask(path: string, options?: AskOptions): Promise<Asked>;
  /** The answer as it comes. */
  open(path: string, options?: AskOptions): Promise<IncomingMessage>;
  connect(): Socket;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

export interface Asked {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface ServeProxyOptions {
  readonly remote: () => RemoteApi | undefined;
  readonly resolveService: ResolveService;
}

export async function serveProxy({ remote, resolveService }: ServeProxyOptions): Promise<ServedProxy> {
  const callouts: Callouts = createCallouts({ resolveService });
  const forward = createForward({ remoteOf: remote, callouts, resolveService });
  const told: string[] = [];
  const answer = (incoming: Incoming, response: Outgoing): void => {
    response.setHeader('Audit-Id', 'id');
    response.setHeader('Cache-Control', 'no-cache, private');
    const pace = { waits: () => void told.push('waits'), rests: () => void told.push('rests') };
    const user = { name: 'anna', groups: ['devs'] };
    const endTurn = (): void => void told.push('turn');
    void forward({ group: 'g', version: 'v1', incoming, response, user, pace, endTurn });
  };
  const server = createServer((message, response) => answer(new NodeIncoming(message), response));
  const lane = openLane({
    server,
    keepAliveMs: 60_000,
    firstRequestMs: 60_000,
    answer: (incoming, response) => {
      answer(incoming, response);
      return true;
    },
    answerNode: (message, response) => answer(new NodeIncoming(message), response),
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const open: ServedProxy['open'] = (path, { method = 'GET', headers = {}, body = '' } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, resolve);
      asked.on('error', reject).end(body);
    });
  return {
    port,
    told,
    open,
    ask: async (path, options) => {
      const response = await open(path, options);
      const { statusCode: status, headers, rawHeaders } = response;
      return { status, headers, rawHeaders, body: await text(response) };
    },
    connect: () => connect(port, '127.0.0.1'),
    close: async () => {
      callouts.close();
      lane.cutOff();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
