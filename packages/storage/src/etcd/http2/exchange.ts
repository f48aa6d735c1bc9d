/** A request that is there whole, and an answer that comes in pieces. */
import type { Headers } from './header-block.ts';

export interface Exchange {
  /** A block of headers, as `writeHeaderBlock` makes it. */
  readonly head: Buffer;
  readonly body: Buffer;
  /** The request has no end: it is ended by the answer, or broken off. */
  readonly staysOpen?: boolean;
  /** It is sent at once, with all that was to be sent: many wait for it. */
  readonly isUrgent?: boolean | undefined;
  /** The headers of the answer, and later those behind its body. */
  readonly onHeaders: (headers: Headers) => void;
  /** A piece of its body, which shares memory with others. */
  readonly onData: (bytes: Buffer) => void;
  /** The last call: without an error the answer came to its end. Not after it was cancelled. */
  readonly onEnd: (error?: Error) => void;
}
