/** A server over TLS for tests, in the place of an aggregated one: it answers by the path, and notes what it is asked. */
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { issueAuthority, issueLeaf } from '@keelson/pki';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answers. */
  readonly hangs?: boolean;
}

export interface TestServer {
  readonly port: number;
  /** The authority of its certificate, in PEM. */
  readonly authority: string;
  readonly asked: readonly Pick<IncomingMessage, 'url' | 'headers'>[];
  /** By path; 404 for others. */
  readonly answers: Map<string, Answer>;
  close(): Promise<void>;
}

/** Its certificate is for a Service of any name in the namespace `default`. */
export async function serveHttps(): Promise<TestServer> {
  const now = new Date();
  const authority = await issueAuthority('test-ca', now, 1);
  const hosts = ['*.default.svc'];
  const leaf = await issueLeaf(authority, { subject: { commonName: 'test' }, usage: 'server', hosts, now, days: 1 });
  const answers = new Map<string, Answer>();
  const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  const server = createTlsServer({ cert: leaf.certificate, key: leaf.privateKey }, (request, response) => {
    const { url = '', headers } = request;
    asked.push({ url, headers });
    const answer = answers.get(url);
    if (answer?.hangs === true) return;
    response.writeHead(answer === undefined ? 404 : (answer.status ?? 200), answer?.headers);
    response.end(answer?.body === undefined ? '' : JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authority: authority.certificate,
    asked,
    answers,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
