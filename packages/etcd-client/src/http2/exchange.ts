/** One request, complete from the start, and its response, which arrives in pieces. */
import type { Headers } from './header-block.ts';

export interface Http2Exchange {
  /** The header block of the request, from `writeHeaderBlock`. */
  readonly head: Buffer;
  readonly body: Buffer;
  /** The request is not ended: the stream stays open until the response ends or the exchange is cancelled. */
  readonly staysOpen?: boolean;
  /** Flushes the outbox at once: many callers wait for the response. */
  readonly isUrgent?: boolean | undefined;
  /** The headers of the response, and later its trailers. */
  readonly onHeaders: (headers: Headers) => void;
  /** A piece of the body; shares memory with others. Throws to end the connection. */
  readonly onData: (bytes: Buffer) => void;
  /** The last call; without an error the response is complete. Not called after `cancel`. */
  readonly onEnd: (error?: Error) => void;
}
