/** One request and its answer over a connection of HTTP/2. The receiver is told of one end. */
import { Readable } from 'node:stream';

import { resetCodes, type HeaderBlock, type Http2Connection, type Http2Error } from '@keelson/http2';
import type { Http2Exchange, Http2Request } from '@keelson/http2';

import type { AnswerReceiver, CarriedRequest, Carriage } from '../carrier.ts';
import type { CalloutFailure } from '../contract.ts';
import { connectionFailure, failedCall } from '../failure.ts';
import { bodilessMethods, relayBody, type BodyRelay } from '../send-body.ts';
import { printHead } from './print-head.ts';

export interface StreamEvents {
  readonly receiver: AnswerReceiver;
  /** The stream is over, and its receiver was told. */
  readonly onEnded: () => void;
  /** Nobody waits for the answer any more, and nothing of it has come. */
  readonly onDoubt: () => void;
}

const nothing = Buffer.alloc(0);

export class CarriedStream implements Http2Request, Carriage {
  readonly head: string;
  readonly body: readonly Uint8Array[];
  readonly staysOpen: boolean;
  readonly isHead: boolean;
  readonly #events: StreamEvents;
  readonly #exchange: Http2Exchange;
  readonly #relay: BodyRelay | undefined;
  #isOver = false;
  #hasBegun = false;
  #isPaused = false;
  /** Received while it was paused. */
  #ungranted = 0;

  constructor(connection: Http2Connection, request: CarriedRequest, events: StreamEvents) {
    const { body } = request;
    const isStreamed = body instanceof Readable;
    this.head = printHead(request, isStreamed || body === undefined ? undefined : lengthDue(request.method, body));
    this.body = isStreamed || body === undefined ? [] : body;
    this.staysOpen = isStreamed;
    this.isHead = request.method === 'HEAD';
    this.#events = events;
    this.#relay = isStreamed ? this.#relayOf(body) : undefined;
    this.#exchange = connection.start(this);
  }

  onHeaders({ status, fields }: HeaderBlock): void {
    // Trailers have none.
    if (status === 0) return;
    this.#hasBegun = true;
    this.#events.receiver.onHead(status, fields);
  }

  onData(bytes: Buffer): void {
    if (this.#isOver) return;
    if (!this.#events.receiver.onBytes(bytes)) this.#isPaused = true;
    if (this.#isPaused) this.#ungranted += bytes.length;
    else this.#exchange.grant(bytes.length);
  }

  onEnd(error?: Http2Error): void {
    if (this.#isOver) return;
    this.#finish();
    const { receiver, onEnded } = this.#events;
    if (error === undefined) receiver.onEnd();
    else receiver.onFailed(this.#describe(error));
    onEnded();
  }

  onRoom(): void {
    this.#relay?.resume();
  }

  resume(): void {
    this.#isPaused = false;
    this.#exchange.grant(this.#ungranted);
    this.#ungranted = 0;
  }

  abort(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#exchange.cancel();
    if (!this.#hasBegun) this.#events.onDoubt();
    this.#events.onEnded();
  }

  /** It waits for the stream to be open. */
  #relayOf(body: Readable): BodyRelay {
    const relay = relayBody(body, {
      write: (bytes) => this.#exchange.write(bytes, false),
      onEnd: () => void this.#exchange.write(nothing, true),
      onBroken: () => {
        if (this.#isOver) return;
        this.abort();
        const words = 'the body of the request ended before it was complete';
        this.#events.receiver.onFailed(failedCall('aborted', words, true));
      },
    });
    relay.pause();
    return relay;
  }

  #finish(): void {
    this.#isOver = true;
    this.#relay?.stop();
  }

  #describe({ code, message, isUnsent, resetCode, cause }: Http2Error): CalloutFailure {
    const wasSent = !isUnsent;
    switch (code) {
      case 'malformed':
        return failedCall('garbage', 'http2: malformed response', true);
      case 'protocol':
        return failedCall('garbage', `http2: ${message}`, wasSent);
      case 'reset':
        if (isUnsent) return failedCall('closed', 'http2: stream refused', false);
        if (resetCode === resetCodes.protocolError) return failedCall('garbage', 'http2: protocol error', true);
        return failedCall('closed', this.#hasBegun ? 'unexpected EOF' : 'EOF', true);
      case 'lost':
        if (cause !== undefined) return connectionFailure(cause, wasSent);
        return failedCall('closed', this.#hasBegun ? 'unexpected EOF' : 'EOF', wasSent);
    }
  }
}

/** RFC 9110, section 8.6. */
function lengthDue(method: string, body: readonly Uint8Array[]): number | undefined {
  let bytes = 0;
  for (const piece of body) bytes += piece.length;
  return bytes > 0 || !bodilessMethods.has(method) ? bytes : undefined;
}
