/**
 * Sends an answer piece by piece, no faster than the client takes it, compressed where
 * that pays.
 */
import { createGzip, constants } from 'node:zlib';

import type { Incoming, Outgoing } from '@keelson/http';
import { giveWayWithRests, isPromise, type MaybePromise } from '@keelson/telemetry';

import type { AnswerPace } from './answer-pace.ts';
import { gather, gatherLater } from './gather.ts';

/** Below this, compressing costs more than it saves. */
export const gzipFromBytes = 128 * 1024;
const gzipLevel = 1;
/** Approximate memory of a gzip stream: its window, its tables and its input and output buffers. */
const gzipBytes = 384 * 1024;

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

/** The whole of a small answer. Its tail, a few bytes if any, is not put behind it by a copy. */
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
}

export async function sendPieces(sending: Sending, { pieces, bytes }: MeasuredPieces): Promise<void> {
  const { response, status, contentType } = sending;
  const rest = gathered(pieces);
  if (bytes === undefined || (bytes >= gzipFromBytes && isCompressed(sending))) return sendUnmeasured(sending, rest);
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': bytes });
  return sendRest(response, sending, rest);
}

/** Nothing is waited for where all pieces are at hand: each promise on the way costs as much as a small piece. */
type Rest = Iterator<Uint8Array> | AsyncIterator<Uint8Array>;

function gathered(pieces: MeasuredPieces['pieces']): Rest {
  return Symbol.iterator in pieces ? gather(pieces)[Symbol.iterator]() : gatherLater(pieces)[Symbol.asyncIterator]();
}

/** Gathers up to the size that decides on compression before anything is sent. */
async function sendUnmeasured(sending: Sending, rest: Rest): Promise<void> {
  const { response, status, contentType } = sending;
  const held: Uint8Array[] = [];
  let size = 0;
  let next = await rest.next();
  while (next.done !== true && size < gzipFromBytes) {
    held.push(next.value);
    size += next.value.length;
    next = await rest.next();
  }
  if (next.done === true && (size < gzipFromBytes || !isCompressed(sending))) {
    response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': size });
    for (const piece of held) response.write(piece);
    response.end();
    return;
  }
  const destination = begin(sending);
  if (next.done !== true) held.push(next.value);
  for (const piece of held) if (!(await write(destination, sending, piece))) return;
  await sendRest(destination, sending, rest);
}

async function sendRest(destination: Destination, sending: Sending, rest: Rest): Promise<void> {
  for (;;) {
    // Before the first piece too: many responses may begin in one turn, and a client that reads everything at once
    // would starve the others.
    const paused = giveWayWithRests();
    if (paused !== undefined) await paused;
    const reading = rest.next();
    // While a piece is being encoded, the delay is not the client's. With compression it may be both.
    if (isPromise(reading) && destination === sending.response) sending.pace.rests();
    const next = isPromise(reading) ? await reading : reading;
    if (next.done === true) break;
    if (!(await write(destination, sending, next.value))) return;
  }
  destination.end();
}

type Destination = Pick<Outgoing, 'destroyed' | 'write' | 'end' | 'on' | 'off'>;

function begin(sending: Sending): Destination {
  const { response, pace, status, contentType, heldBytes = 0 } = sending;
  if (!isCompressed(sending)) {
    response.writeHead(status, { 'Content-Type': contentType });
    return response;
  }
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  const gzip = createGzip({ level: gzipLevel, strategy: constants.Z_DEFAULT_STRATEGY });
  gzip.on('data', (bytes: Uint8Array) => {
    if (response.write(bytes)) return;
    gzip.pause();
    pace.waits(gzipBytes + heldBytes);
  });
  gzip.on('end', () => response.end());
  gzip.on('error', () => response.destroy());
  response.on('drain', () => gzip.resume());
  response.on('close', () => gzip.destroy());
  return gzip;
}

/** Resolves to false once the client is gone. */
async function write(
  destination: Destination,
  { response, pace, heldBytes }: Sending,
  piece: Uint8Array,
): Promise<boolean> {
  if (response.destroyed || destination.destroyed) return false;
  if (destination.write(piece)) return true;
  // A compression waits for its client by itself, and else only for a thread.
  if (destination === response) pace.waits(heldBytes);
  await room(destination, response);
  return !response.destroyed;
}

/** Until the client has taken what was written, or is gone. */
function room(destination: Destination, response: Outgoing): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      destination.off('drain', settle);
      response.off('close', settle);
      resolve();
    };
    destination.on('drain', settle);
    response.on('close', settle);
  });
}
