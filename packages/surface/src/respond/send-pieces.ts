/**
 * Sends an answer piece by piece, no faster than the client takes it, compressed where
 * that pays.
 */
import type { Incoming, Outgoing } from '@keelson/http';
import { giveWayWithRests, isPromise, type MaybePromise } from '@keelson/telemetry';

import type { AnswerPace } from './answer-pace.ts';
import { gather, gatherLater } from './gather.ts';
import { GzipPieces, type PieceSource } from './gzip-pieces.ts';
import { gzipBytes, gzipStream } from './gzip-stream.ts';

/** Below this, compressing costs more than it saves. */
export const gzipFromBytes = 128 * 1024;

export interface Sending {
  /** Its Accept-Encoding decides on compression, where there is any. */
  readonly incoming: Pick<Incoming, 'headers'>;
  /** Default: true. */
  readonly compresses?: boolean | undefined;
  readonly response: Outgoing;
  readonly pace: AnswerPace;
  readonly status: number;
  readonly contentType: string;
  /** Bytes held until all pieces are sent, beside those in the connection. */
  readonly heldBytes?: number;
}

export function acceptsGzip({ headers }: Pick<Incoming, 'headers'>): boolean {
  const header = headers['accept-encoding'];
  if (header === undefined) return false;
  return header.split(',').some((text) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/.test(text));
}

function isCompressed({ incoming, compresses = true }: Sending): boolean {
  return compresses && acceptsGzip(incoming);
}

/** The whole of one object or document. Its tail, a few bytes if any, is not put behind it by a copy. */
export function sendBytes(sending: Sending, bytes: Uint8Array, tail: Uint8Array): MaybePromise<void> {
  const { response, status, contentType } = sending;
  if (bytes.length >= gzipFromBytes)
    return sendPieces(sending, { pieces: [bytes, tail], bytes: bytes.length + tail.length });
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': bytes.length + tail.length });
  if (tail.length > 0) response.write(bytes);
  response.end(tail.length > 0 ? tail : bytes);
  return undefined;
}

export interface MeasuredPieces {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Of all pieces together, where that is known before they are made. */
  readonly bytes?: number;
  /** Other answers have the same pieces, which are compressed once for all. */
  readonly areShared?: boolean;
}

export async function sendPieces(sending: Sending, { pieces, bytes, areShared }: MeasuredPieces): Promise<void> {
  if (bytes === undefined) return sendUnmeasured(sending, gathered(pieces));
  if (bytes >= gzipFromBytes && isCompressed(sending)) {
    if (areShared === true) return sendCompressed(sending, new GzipPieces(iteratorOf(pieces)));
    return sendStreamed(sending, gathered(pieces));
  }
  const { response, status, contentType } = sending;
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': bytes });
  return sendRest(sending, gathered(pieces));
}

function iteratorOf(pieces: MeasuredPieces['pieces']): PieceSource {
  return Symbol.iterator in pieces ? pieces[Symbol.iterator]() : pieces[Symbol.asyncIterator]();
}

function gathered(pieces: MeasuredPieces['pieces']): PieceSource {
  return iteratorOf(Symbol.iterator in pieces ? gather(pieces) : gatherLater(pieces));
}

/** Gathers up to the size that decides on compression before anything is sent. */
async function sendUnmeasured(sending: Sending, rest: PieceSource): Promise<void> {
  const { response, status, contentType } = sending;
  const held: Uint8Array[] = [];
  let size = 0;
  let next = await rest.next();
  while (next.done !== true && size < gzipFromBytes) {
    held.push(next.value);
    size += next.value.length;
    next = await rest.next();
  }
  if (next.done !== true) held.push(next.value);
  const isWhole = next.done === true;
  const all: PieceSource = {
    next: () => (held.length === 0 ? rest.next() : { done: false, value: held.shift() ?? nothing }),
    return: () => rest.return?.(),
  };
  if (size >= gzipFromBytes && isCompressed(sending)) return sendStreamed(sending, all);
  response.writeHead(status, { 'Content-Type': contentType, ...(isWhole && { 'Content-Length': size }) });
  return sendRest(sending, all);
}

const nothing = new Uint8Array(0);

/** Compresses what this answer alone has. */
function sendStreamed(sending: Sending, rest: PieceSource): Promise<void> {
  const heldBytes = gzipBytes + (sending.heldBytes ?? 0);
  return sendCompressed({ ...sending, heldBytes }, gzipStream(rest));
}

function sendCompressed(sending: Sending, compressed: PieceSource): Promise<void> {
  const { response, status, contentType } = sending;
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  return sendRest(sending, compressed);
}

async function sendRest(sending: Sending, rest: PieceSource): Promise<void> {
  let isSent = false;
  try {
    isSent = await sendAll(sending, rest);
  } finally {
    if (!isSent) await rest.return?.();
  }
  if (isSent) sending.response.end();
}

/** Resolves to false once the client is gone. */
async function sendAll(sending: Sending, rest: PieceSource): Promise<boolean> {
  for (;;) {
    // Before the first piece too: many responses may begin in one turn, and a client that reads everything at once
    // would starve the others.
    const paused = giveWayWithRests();
    if (paused !== undefined) await paused;
    const reading = rest.next();
    // While a piece is being encoded or compressed, the delay is not the client's.
    if (isPromise(reading)) sending.pace.rests();
    const next = isPromise(reading) ? await reading : reading;
    if (next.done === true) return true;
    if (!(await write(sending, next.value))) return false;
  }
}

/** Resolves to false once the client is gone. */
async function write({ response, pace, heldBytes }: Sending, piece: Uint8Array): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(piece)) return true;
  pace.waits(heldBytes);
  await room(response);
  return !response.destroyed;
}

/** Until the client has taken what was written, or is gone. */
function room(response: Outgoing): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle);
      response.off('close', settle);
      resolve();
    };
    response.on('drain', settle);
    response.on('close', settle);
  });
}
