/**
 * A stream of a client (RFC 9113, section 5.1), from the start of its exchange on:
 *
 *     queued ──launch──▶ open ──last response header or data, reset──▶ over
 *
 * It holds the response to the rules of HTTP: headers, data, trailers, and as many bytes as they promise.
 */
import { Http2Error } from './errors.ts';
import type { Http2Exchange, Http2Request } from './exchange.ts';
import type { HeaderBlock } from './header-block.ts';

/** The parts that the streams of a connection share. */
export interface StreamCarrier {
  /** The initial receive window of each stream. */
  readonly streamWindow: number;
  cancel(stream: ClientStream): boolean;
  sendWindowUpdate(id: number, bytes: number): void;
  /** Returns false if it has to wait for a window. */
  sendData(id: number, bytes: Uint8Array, isLast: boolean): boolean;
}

/** RFC 9110 sets no limit on interim answers; Go's is the same. */
const maxInterims = 5;

export class ClientStream implements Http2Exchange {
  readonly request: Http2Request;
  readonly #carrier: StreamCarrier;
  /** 0 while it is queued. */
  id = 0;
  /** The server has the whole request, as far as it is known here. */
  isEnded: boolean;
  isOver = false;
  #isAnswered = false;
  #interims = 0;
  /** Bytes of the body that are still to come; undefined where that was not said. */
  #left: number | undefined;
  /** Received, and not granted again. */
  #unread = 0;
  #granted = 0;

  constructor(request: Http2Request, carrier: StreamCarrier) {
    this.request = request;
    this.isEnded = request.staysOpen !== true;
    this.#carrier = carrier;
  }

  cancel(): boolean {
    return this.#carrier.cancel(this);
  }

  /** Windows are opened in steps of half their size. */
  grant(bytes: number): void {
    this.#granted += bytes;
    if (this.isOver || this.#granted < this.#carrier.streamWindow / 2) return;
    this.#carrier.sendWindowUpdate(this.id, this.#granted);
    this.#unread -= this.#granted;
    this.#granted = 0;
  }

  /** To be called after `onRoom`. */
  write(bytes: Uint8Array, isLast: boolean): boolean {
    if (this.isOver || this.isEnded) return false;
    this.isEnded = isLast;
    return this.#carrier.sendData(this.id, bytes, isLast);
  }

  /** Returns the rule that the response breaks. */
  takeHeaders(headers: HeaderBlock, isLast: boolean): string | undefined {
    const { status, fault, length } = headers;
    if (fault !== undefined) return fault;
    if (this.#isAnswered) {
      if (status !== 0 || !isLast) return 'headers after the headers';
      this.request.onHeaders(headers);
      return undefined;
    }
    if (status < firstFinal) return this.#takeInterim(status, isLast);
    this.#isAnswered = true;
    const isBodiless = this.request.isHead === true || status === 204 || status === 304;
    this.#left = isBodiless ? 0 : length;
    this.request.onHeaders(headers);
    return undefined;
  }

  #takeInterim(status: number, isLast: boolean): string | undefined {
    this.#interims += 1;
    if (status === 0 || status === switching || isLast) return 'no final status';
    return this.#interims > maxInterims ? 'too many 1xx informational responses' : undefined;
  }

  /** `bytes` without padding, of a frame of `frameBytes`. Returns the rule that the response breaks. */
  takeData(bytes: Buffer, frameBytes: number): string | undefined {
    this.#unread += frameBytes;
    if (this.#unread > this.#carrier.streamWindow) throw new Http2Error('protocol', beyondWindow);
    if (frameBytes > bytes.length) this.grant(frameBytes - bytes.length);
    if (bytes.length === 0) return undefined;
    if (!this.#isAnswered) return 'data before the headers';
    if (this.#left !== undefined) {
      if (bytes.length > this.#left) return 'more data than content-length';
      this.#left -= bytes.length;
    }
    this.request.onData(bytes);
    return undefined;
  }

  /** At the end of the response: the rule that it breaks. */
  findEndFault(): string | undefined {
    if (!this.#isAnswered) return 'no headers';
    return this.#left === undefined || this.#left === 0 ? undefined : 'less data than content-length';
  }
}

const firstFinal = 200;
const switching = 101;
const beyondWindow = 'the server sent more than the window of a stream allows';
