/** One request and its response, which arrives in pieces. */
import type { HeaderBlock } from './header-block.ts';
import type { Http2Error } from './errors.ts';

export interface Http2Request {
  /** The header block, in Latin-1: see `header-writer.ts`. */
  readonly head: Buffer | string;
  readonly body: readonly Uint8Array[];
  /** More of the body may follow. The stream stays open until its last piece, or until the exchange is over. */
  readonly staysOpen?: boolean | undefined;
  /** Flushes the outbox at once: many callers wait for the response. */
  readonly isUrgent?: boolean | undefined;
  /** The response has no body, whatever its headers say: the request is HEAD. */
  readonly isHead?: boolean | undefined;
  /** The headers of the response, and later its trailers, whose status is 0. Interim responses (1xx) are not told. */
  onHeaders(headers: HeaderBlock): void;
  /** A piece of the body; shares memory with others. Throws to end the connection. */
  onData(bytes: Buffer): void;
  /** The last call; without an error the response is complete. Not called after `cancel`. */
  onEnd(error?: Http2Error): void;
  /** Of a request that `staysOpen`: it has a stream and takes more of its body. Once at first, then after `write` returned false. */
  onRoom?(): void;
}

export interface Http2Exchange {
  /** Resets its stream without calling back. Returns whether the server may have seen the request. */
  cancel(): boolean;
  /** Opens the flow-control window of its stream by so many bytes that were received. */
  grant(bytes: number): void;
  /** Sends more of the body of a request that `staysOpen`. Returns false if it has to wait. */
  write(bytes: Uint8Array, isLast: boolean): boolean;
}
