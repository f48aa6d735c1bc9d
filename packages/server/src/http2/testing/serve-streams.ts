/** For tests: HTTPS with both protocols, in front of handlers that the test writes. */
import { once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import { openLane, type AnswerNode, type AnswerQuickly, type Lane } from '@keelson/http';
import { badRequest } from '@keelson/meta';
import { issueAuthority, issueLeaf, type KeyPair } from '@keelson/pki';

import { createHttp2, type Http2Settings } from '../serve-http2.ts';

export interface ServedStreams {
  readonly port: number;
  readonly lane: Lane;
  /** A connection of HTTP/2. */
  open(): ClientHttp2Session;
  close(): void;
}

interface Certificates {
  readonly authority: KeyPair;
  readonly own: KeyPair;
  readonly alice: KeyPair;
}

let certificates: Promise<Certificates> | undefined;

async function issue(): Promise<Certificates> {
  const now = new Date();
  const authority = await issueAuthority('ca', now, 1);
  const subject = { commonName: 'server' };
  const own = await issueLeaf(authority, { subject, usage: 'server', hosts: ['localhost'], now, days: 1 });
  const alice = await issueLeaf(authority, { subject: { commonName: 'alice' }, usage: 'client', now, days: 1 });
  return { authority, own, alice };
}

export interface Serving extends Partial<Http2Settings> {
  readonly answer?: AnswerQuickly | undefined;
  readonly answerNode?: AnswerNode | undefined;
}

export async function serveStreams(serving: Serving): Promise<ServedStreams> {
  const { authority, own, alice } = await (certificates ??= issue());
  const ca = authority.certificate;
  const server = createServer({
    ...{ key: own.privateKey, cert: own.certificate, ca, requestCert: true, rejectUnauthorized: false },
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const answer: AnswerQuickly = (incoming, response) => serving.answer?.(incoming, response) ?? false;
  const answerNode: AnswerNode = (message, response) => {
    if (serving.answerNode === undefined) response.end();
    else serving.answerNode(message, response);
  };
  server.on('request', answerNode);
  const alpn = createHttp2({
    ...{ mostStreams: 250, goawayChance: 0, idleMs: 90_000, firstRequestMs: 10_000 },
    ...{ ...serving, answer, answerNode, random: () => 0.5, giveWay: () => undefined },
    refusalOf: (fault) => ({ ...badRequest(fault), code: fault === 'tooLarge' ? 431 : 400 }),
  });
  const lane = openLane({ server, answer, answerNode, keepAliveMs: 60_000, firstRequestMs: 60_000, alpn });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sessions: ClientHttp2Session[] = [];
  return {
    port,
    lane,
    open: () => {
      const tls = { ca, key: alice.privateKey, cert: alice.certificate, maxSendHeaderBlockLength: 256 * 1024 };
      const session = connect(`https://localhost:${port}`, tls);
      session.on('error', () => undefined);
      sessions.push(session);
      return session;
    },
    close: () => {
      for (const session of sessions) session.destroy();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export interface ReadAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** Resolves at the end of the answer; rejects if its stream is reset. */
export async function readAnswer(stream: ClientHttp2Stream): Promise<ReadAnswer> {
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return { status: Number(headers[':status']), headers, body: Buffer.concat(pieces) };
}

/** Resolves once the server has handled all that was sent. */
export async function settled(session: ClientHttp2Session): Promise<void> {
  await new Promise((resolve) => void session.ping(resolve));
}
