/**
 * The request and the response as handlers see them, whichever lane parsed the bytes. Names and
 * meanings are Node's, so that its own responses fit as they are.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

import type { ClientConnection } from './client-connection.ts';

export interface Incoming {
  readonly method: string;
  readonly url: string;
  /** By names in lower case. The same object for requests of a connection that bring the same. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turns, as they came. */
  readonly rawHeaders: readonly string[];
  readonly connection: ClientConnection;
  /** True once the whole body has arrived. */
  isComplete(): boolean;
  /** To be called once. `onBytes` is called for bodies that come in pieces, and not for those that came whole. */
  readBody(limitBytes: number, onBytes?: OnBytes): Promise<BodyResult>;
  /** Reads the body as it comes, in place of `readBody`: it may be larger than memory. To be called once. */
  readPieces(): BodyReader;
  /**
   * Takes in what is left of a body that is refused: a client that is still sending when
   * the connection closes would never read why.
   */
  discardRest(): void;
}

/** Reads a body no faster than it is asked to: the client is held back in between. */
export interface BodyReader {
  /** One call at a time. After `end` or `aborted`, the same again. */
  next(): Promise<BodyPiece>;
}

/** `aborted`: the client is gone before the end. */
export type BodyPiece =
  { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'end' } | { readonly kind: 'aborted' };

/** Called for each piece of a body, with its length. `false` refuses the piece and the rest. */
export type OnBytes = (bytes: number) => boolean;

/** `aborted`: the client is gone. `refused`: by `onBytes`. */
export type BodyResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'tooLarge' | 'aborted' | 'refused' };

export type HeaderValue = number | string | readonly string[];

/** `drain`: there is room again. `close`: the response is over, or the client is gone; comes once. */
export type OutgoingEvent = 'drain' | 'close';

/** The part of a response that its client has not read, where several responses share a connection. */
export interface Backlog {
  bytes(): number;
  /** Calls back once, when nothing is left, or the response is broken off. Never called where nothing is left already. */
  onceRead(settle: () => void): void;
  /** Breaks the response off, and leaves the others of the connection alone. */
  cutOff(): void;
}

export interface Outgoing {
  readonly statusCode: number;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  readonly socket: Socket | null;
  /** Body bytes written so far, before framing; undefined where they are not counted. */
  readonly bodyBytes?: number;
  /** Absent where the response has the connection to itself: its socket tells then. */
  readonly backlog?: Backlog;
  setHeader(name: string, value: HeaderValue): unknown;
  getHeader(name: string): number | string | readonly string[] | undefined;
  /**
   * Adds headers as they are sent, each line with its end: for those that are the same in very many responses, of names
   * that nothing else sets. Absent where headers have to be set one by one.
   */
  addLines?(lines: string): void;
  /** Takes back all headers but these, with what `addLines` added. Absent where they can be removed one by one. */
  keepOnly?(lowerCaseNames: ReadonlySet<string>): void;
  getHeaderNames?(): readonly string[];
  removeHeader?(name: string): unknown;
  writeHead(status: number, headers?: Readonly<Record<string, number | string>>): unknown;
  flushHeaders(): void;
  /** Returns false once the buffer is full, as `Writable.write` does. */
  write(bytes: Uint8Array): boolean;
  end(bytes?: Uint8Array | string): unknown;
  /** Cuts the connection off. */
  destroy(): unknown;
  on(event: OutgoingEvent, listener: () => void): unknown;
  once(event: OutgoingEvent, listener: () => void): unknown;
  off(event: OutgoingEvent, listener: () => void): unknown;
}

/** Returns true if it took the request. If it returns false, it has not touched the response. */
export type AnswerQuickly = (incoming: Incoming, outgoing: Outgoing) => boolean;
