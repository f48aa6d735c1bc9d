/** A connection of HTTP/2: many requests at once, over Node's own client. */
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

import type { AnswerReceiver, CarriedRequest, Carriage, Carrier, CarrierEvents } from '../carrier.ts';
import type { CalloutFailure } from '../contract.ts';
import { connectionFailure, codeAndWords, failedCall } from '../failure.ts';
import { bodilessMethods, relayBody, sendBody, type BodyRelay } from '../send-body.ts';

export interface SharedConnection {
  readonly socket: Socket;
  readonly trustedUntilMs: number;
  readonly idleMs: number;
  readonly now: () => number;
}

/** Below what servers usually allow. One that allows fewer says so, and its word counts. */
const maxStreams = 100;
/** In place of Node's 64 KiB, which would hold a large answer up by a round trip each. */
const windowBytes = 1024 * 1024;
/** A connection that does not answer a ping for so long is closed. */
const pingMs = 5_000;

/** Headers that concern a connection of HTTP/1.1: RFC 9113, section 8.2.2. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

export class Http2Carrier implements Carrier {
  readonly protocol = 'h2';
  readonly #session: ClientHttp2Session;
  readonly #shared: SharedConnection;
  readonly #events: CarrierEvents;
  readonly #streams = new Set<ClientHttp2Stream>();
  /** A new connection was opened for a request, which it carries in any case. */
  #usableUntilMs = Infinity;
  #testing: NodeJS.Timeout | undefined;
  #isRetired = false;
  #isGone = false;

  constructor(shared: SharedConnection, events: CarrierEvents) {
    this.#shared = shared;
    this.#events = events;
    const { socket } = shared;
    this.#session = connect('https://unused.invalid', {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: windowBytes },
    });
    this.#session.on('error', ignore);
    // The limit of all streams together; that of each is a setting.
    this.#session.once('connect', () => this.#session.setLocalWindowSize(windowBytes));
    this.#session.on('goaway', () => this.retire());
    this.#session.on('close', () => this.#leave());
    socket.on('close', () => this.#leave());
  }

  get load(): number {
    return this.#streams.size;
  }

  hasRoom(nowMs: number): boolean {
    if (this.#isRetired || this.#isGone || this.#session.closed || this.#session.destroyed) return false;
    if (nowMs >= this.#usableUntilMs) return false;
    return this.load < Math.min(maxStreams, this.#session.remoteSettings.maxConcurrentStreams ?? maxStreams);
  }

  carry(request: CarriedRequest, receiver: AnswerReceiver): Carriage {
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request(headersOf(request), { endStream: request.body === undefined });
    } catch (error) {
      // Node refuses what HTTP/2 forbids beyond the grammar of headers.
      receiver.onFailed(failedCall('invalid', codeAndWords(error).message, false));
      return nothing;
    }
    if (this.load === 0) {
      this.#session.ref();
      this.#usableUntilMs = this.#shared.trustedUntilMs;
    }
    this.#streams.add(stream);
    const carried = new CarriedStream(stream, receiver, {
      isHead: request.method === 'HEAD',
      onDoubt: () => this.#test(),
    });
    stream.once('close', () => this.#settle(stream));
    carried.send(request.body);
    return carried;
  }

  rest(): void {
    const { now, idleMs, trustedUntilMs } = this.#shared;
    this.#usableUntilMs = Math.min(now() + idleMs, trustedUntilMs);
  }

  retire(): void {
    this.#isRetired = true;
    if (this.load === 0) this.#session.destroy();
  }

  destroy(): void {
    this.#session.destroy();
    this.#shared.socket.destroy();
  }

  /** A connection may be dead without a sign of it, and all further requests would wait on it. */
  #test(): void {
    if (this.#testing !== undefined || this.#isGone) return;
    this.#testing = setTimeout(() => this.destroy(), pingMs).unref();
    const isSent = this.#session.ping(() => {
      clearTimeout(this.#testing);
      this.#testing = undefined;
    });
    if (!isSent) this.destroy();
  }

  #settle(stream: ClientHttp2Stream): void {
    this.#streams.delete(stream);
    if (this.load === 0) {
      this.rest();
      this.#session.unref();
      if (this.#isRetired) this.#session.destroy();
    }
    if (!this.#isRetired && !this.#isGone) this.#events.onRoom(this);
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#testing);
    this.#shared.socket.destroy();
    this.#events.onGone(this);
  }
}

const nothing: Carriage = { resume: ignore, abort: ignore };

interface StreamTraits {
  readonly isHead: boolean;
  /** Called where nobody waits for the answer any more, and nothing of it has come. */
  readonly onDoubt: () => void;
}

/** One request and its answer. The receiver is told of one end. */
class CarriedStream implements Carriage {
  readonly #stream: ClientHttp2Stream;
  readonly #receiver: AnswerReceiver;
  readonly #traits: StreamTraits;
  #isOver = false;
  #hasBegun = false;
  #hasEnded = false;
  #error: unknown;
  #relay: BodyRelay | undefined;

  constructor(stream: ClientHttp2Stream, receiver: AnswerReceiver, traits: StreamTraits) {
    this.#stream = stream;
    this.#receiver = receiver;
    this.#traits = traits;
    stream.on('response', (headers, _flags, rawHeaders?: readonly string[]) => {
      this.#hasBegun = true;
      if (!this.#isOver) receiver.onHead(Number(headers[':status']), plainHeaders(rawHeaders ?? []));
    });
    stream.on('data', (bytes: Buffer) => {
      if (!this.#isOver && !receiver.onBytes(bytes)) stream.pause();
    });
    stream.on('end', () => {
      this.#hasEnded = true;
    });
    stream.on('error', (error: unknown) => {
      this.#error = error;
    });
    stream.on('close', () => this.#close());
  }

  send(body: CarriedRequest['body']): void {
    const stream = this.#stream;
    if (body === undefined) return;
    if (!(body instanceof Readable)) return sendBody(stream, body, () => stream.end());
    this.#relay = relayBody(body, stream, {
      write: (bytes) => stream.write(bytes),
      onEnd: () => stream.end(),
      onBroken: () => {
        if (this.#isOver) return;
        this.abort();
        this.#receiver.onFailed(failedCall('aborted', 'the body of the request ended before it was complete', true));
      },
    });
  }

  resume(): void {
    this.#stream.resume();
  }

  abort(): void {
    this.#finish();
    this.#stream.close(constants.NGHTTP2_CANCEL);
    if (!this.#hasBegun) this.#traits.onDoubt();
  }

  #finish(): void {
    this.#isOver = true;
    this.#relay?.stop();
  }

  #close(): void {
    if (this.#isOver) return;
    const { rstCode } = this.#stream;
    this.#finish();
    // A server that has answered may refuse the rest of the body, with no error: RFC 9113, section 8.1.
    const isWhole = this.#hasBegun && rstCode === constants.NGHTTP2_NO_ERROR && (this.#hasEnded || this.#traits.isHead);
    if (isWhole) this.#receiver.onEnd();
    else this.#receiver.onFailed(this.#describe(rstCode));
  }

  #describe(rstCode: number): CalloutFailure {
    // RFC 9113, section 8.7: nothing was processed.
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM) return failedCall('closed', 'http2: stream refused', false);
    const { code } = (this.#error ?? {}) as NodeJS.ErrnoException;
    if (code === 'ERR_HTTP2_ERROR') return failedCall('garbage', 'http2: malformed response', true);
    if (rstCode === constants.NGHTTP2_PROTOCOL_ERROR) return failedCall('garbage', 'http2: protocol error', true);
    if (this.#error === undefined || code?.startsWith('ERR_HTTP2') === true) {
      return failedCall('closed', this.#hasBegun ? 'unexpected EOF' : 'EOF', true);
    }
    return connectionFailure(this.#error);
  }
}

function headersOf({ method, path, host, headers, body }: CarriedRequest): OutgoingHttpHeaders {
  const all: OutgoingHttpHeaders = { ':method': method, ':path': path, ':scheme': 'https', ':authority': host };
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !connectionHeaders.has(name)) all[name] = typeof value === 'string' ? value : [...value];
  }
  if (body !== undefined && !(body instanceof Readable)) {
    const bytes = body.reduce((sum, { length }) => sum + length, 0);
    if (bytes > 0 || !bodilessMethods.has(method)) all['content-length'] = bytes;
  }
  return all;
}

/** Without pseudo-headers. */
function plainHeaders(rawHeaders: readonly string[]): string[] {
  const plain: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!name.startsWith(':')) plain.push(name, rawHeaders[index + 1] ?? '');
  }
  return plain;
}

function ignore(): void {
  // Each stream tells of it.
}
