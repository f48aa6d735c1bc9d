/** When a request came, and when it was as far as an event tells. RFC 3339 in UTC, with microseconds. */
import { pieceOf, type ByteWriter, type Piece } from '../byte-writer.ts';

/** Both times, as far as they are the same for all requests of a second, with room for the digits of the first. */
interface Known {
  readonly second: number;
  readonly piece: Piece;
}

const firstHead = ',"requestReceivedTimestamp":"';
const between = 'Z","stageTimestamp":"';
const digits = '000000';

let known: Known = { second: Number.NaN, piece: pieceOf('') };

/** Up to the digits of the second: what follows ends it. */
export function putTimes(out: ByteWriter, receivedMs: number, stageMs: number): void {
  const second = secondOf(receivedMs);
  if (second !== secondOf(stageMs)) return putFarTimes(out, receivedMs, stageMs);
  if (second !== known.second) {
    const start = startOf(second);
    known = { second, piece: pieceOf(`${firstHead}${start}${digits}${between}${start}${digits}`) };
  }
  out.put(known.piece);
  out.sixDigitsAt(out.end - betweenDigits, microsOf(receivedMs));
  out.sixDigitsAt(out.end - digits.length, microsOf(stageMs));
}

/** Rare enough to be put together each time. */
function putFarTimes(out: ByteWriter, receivedMs: number, stageMs: number): void {
  out.ascii(`${firstHead}${startOf(secondOf(receivedMs))}${digits}`);
  out.sixDigitsAt(out.end - digits.length, microsOf(receivedMs));
  out.ascii(`${between}${startOf(secondOf(stageMs))}${digits}`);
  out.sixDigitsAt(out.end - digits.length, microsOf(stageMs));
}

const startLength = '2000-01-01T00:00:00.'.length;
const betweenDigits = digits.length + between.length + startLength + digits.length;

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

function startOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, startLength);
}

function microsOf(ms: number): number {
  return Math.floor((ms - secondOf(ms) * 1000) * 1000);
}
