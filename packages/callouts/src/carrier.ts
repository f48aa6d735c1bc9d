/** A connection as its users see it, whichever version of HTTP it speaks: it carries requests, and tells of their answers. */
import type { Duplex, Readable } from 'node:stream';

import type { CalloutFailure } from './contract.ts';

export interface CarriedRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  /** Lower-case names, with credentials and without `host` and lengths. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Pieces are sent with their length; a stream in chunks, unless the headers state its length. */
  readonly body: readonly Uint8Array[] | Readable | undefined;
}

/**
 * Told of one answer:
 *
 *     head ─ bytes … ─ end
 *       └─ switched (101)          failed: at any point instead, and the last then
 */
export interface AnswerReceiver {
  onHead(status: number, rawHeaders: readonly string[]): void;
  /** Returns false to pause the connection until `resume`. */
  onBytes(bytes: Buffer): boolean;
  onEnd(): void;
  /** The connection speaks another protocol now, and belongs to the receiver. */
  onSwitched(socket: Duplex): void;
  onFailed(failure: CalloutFailure): void;
}

/** A request under way. */
export interface Carriage {
  /** Goes on after `onBytes` returned false. */
  resume(): void;
  /** Ends the exchange; the receiver is told nothing more. */
  abort(): void;
}

export interface Carrier {
  readonly protocol: 'h2' | 'http/1.1';
  /** True if it can take one more request now. */
  hasRoom(nowMs: number): boolean;
  /** To be called while there is room. */
  carry(request: CarriedRequest, receiver: AnswerReceiver): Carriage;
  /** Requests under way. */
  readonly load: number;
  /** Begins the time after which it is closed as idle: it was opened for a request that has ended meanwhile. */
  rest(): void;
  /** Closes it when nothing is under way any more; at once if nothing is. */
  retire(): void;
  destroy(): void;
}

/** Of a carrier, for the pool that keeps it. */
export interface CarrierEvents {
  /** There is room again. */
  onRoom(carrier: Carrier): void;
  /** It carries nothing any more. Called once. */
  onGone(carrier: Carrier): void;
}
