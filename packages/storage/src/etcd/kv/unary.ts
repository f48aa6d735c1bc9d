/**
 * Single calls to one member: a request, an answer, over HTTP/2 as gRPC frames them.
 * Node's own client; what a library for gRPC does beyond this costs more than the call.
 *
 * Errors are told by their text, as all that etcd and its clients throw.
 */
import { connect, constants } from 'node:http2';
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';

import type { EtcdCredentials } from '../credentials.ts';

export interface CallLimit {
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

export interface Unary {
  /** `path` as in `/etcdserverpb.KV/Range`. Resolves to the message of the answer. */
  call(path: string, parts: readonly Uint8Array[], limit: CallLimit): Promise<Buffer>;
  close(): void;
}

/** Below the five seconds within which etcd hangs up on those who ask more often. */
const pingMs = 6_000;
const pongMs = 2_000;
/** Large enough that a page comes in without waiting for the window. */
const windowBytes = 4 * 1024 * 1024;
const frameHead = 5;

export function createUnary(url: string, credentials: EtcdCredentials | undefined): Unary {
  let session: ClientHttp2Session | undefined;
  let isClosed = false;

  const open = (): ClientHttp2Session => {
    if (session !== undefined && !session.closed && !session.destroyed) return session;
    if (isClosed) throw new Error('Channel closed before call started');
    const opened = openSession(url, credentials);
    session = opened;
    return opened;
  };

  return {
    call: (path, parts, limit) =>
      new Promise((resolve, reject) => {
        const used = open();
        const stream = used.request(headersFor(path, limit), { endStream: false });
        answerOf(stream, limit, () => lossOf(used)).then(resolve, reject);
        stream.end(frame(parts));
      }),
    close: () => {
      isClosed = true;
      session?.destroy();
    },
  };
}

/** Why a session ended, by its own account. */
const losses = new WeakMap<ClientHttp2Session, Error>();

function lossOf(session: ClientHttp2Session): Error {
  const known = losses.get(session);
  if (known !== undefined) return known;
  return new Error(session.connecting ? 'No connection established' : 'the connection was lost');
}

function openSession(url: string, credentials: EtcdCredentials | undefined): ClientHttp2Session {
  const session = connect(url, {
    settings: { initialWindowSize: windowBytes, enablePush: false },
    ...(credentials && {
      ca: credentials.ca,
      ...(credentials.cert && { cert: credentials.cert }),
      ...(credentials.key && { key: credentials.key }),
    }),
  });
  session.once('connect', () => session.setLocalWindowSize(windowBytes));
  session.on('error', (error: Error) => {
    const text = session.connecting ? `No connection established. Last error: ${error.message}` : error.message;
    losses.set(session, new Error(text, { cause: error }));
  });
  session.on('goaway', () => session.close());
  keepAlive(session);
  return session;
}

/** A member that does not answer a ping is not there, whatever its connection looks like. */
function keepAlive(session: ClientHttp2Session): void {
  const timer = setInterval(() => {
    if (session.destroyed || session.connecting) return;
    const patience = setTimeout(() => session.destroy(new Error('the member does not answer')), pongMs);
    patience.unref();
    session.ping(() => clearTimeout(patience));
  }, pingMs);
  timer.unref();
  session.once('close', () => clearInterval(timer));
}

function headersFor(path: string, { deadline }: CallLimit): Record<string, string> {
  return {
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    'grpc-timeout': `${Math.max(1, deadline - Date.now())}m`,
    // A member that has lost its leader says so at once, instead of when time is up.
    hasleader: 'true',
  };
}

function frame(parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = Buffer.allocUnsafe(frameHead + length);
  bytes[0] = 0;
  bytes.writeUInt32BE(length, 1);
  let at = frameHead;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function answerOf(stream: ClientHttp2Stream, { deadline }: CallLimit, loss: () => Error): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status: IncomingHttpHeaders = {};
    const timer = setTimeout(() => {
      reject(new Error('Deadline exceeded'));
      stream.close(constants.NGHTTP2_CANCEL);
    }, deadline - Date.now());
    const settle = (): void => {
      clearTimeout(timer);
      const refusal = refusalOf(status);
      if (refusal !== undefined) reject(refusal);
      else if (status['grpc-status'] === undefined) reject(loss());
      else unframe(chunks, resolve, reject);
    };
    stream.on('response', (headers) => {
      // An answer that is a refusal has its status in the first headers.
      if (headers['grpc-status'] !== undefined) status = headers;
      else if (headers[':status'] !== 200)
        status = { 'grpc-status': '14', 'grpc-message': `HTTP ${String(headers[':status'])}` };
    });
    stream.on('trailers', (headers: IncomingHttpHeaders) => {
      status = headers;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', () => undefined);
    stream.on('close', settle);
  });
}

function refusalOf(status: IncomingHttpHeaders): Error | undefined {
  const code = status['grpc-status'];
  if (code === undefined || code === '0') return undefined;
  const message = status['grpc-message'];
  return new Error(
    `${String(code)}: ${typeof message === 'string' ? decodeURIComponent(message) : 'without a reason'}`,
  );
}

function unframe(chunks: readonly Buffer[], resolve: (message: Buffer) => void, reject: (error: Error) => void): void {
  const [first] = chunks;
  const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
  if (bytes.length < frameHead || bytes[0] !== 0 || bytes.readUInt32BE(1) !== bytes.length - frameHead) {
    reject(new Error('etcd sent an answer that is cut off'));
  } else resolve(bytes.subarray(frameHead));
}
