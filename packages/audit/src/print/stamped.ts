/**
 * The timestamps of an event, with the text around them. All but the fraction digits is
 * the same for a whole second, and encoded once for it. RFC 3339 in UTC, with
 * microseconds.
 */
import { pieceOf, type ByteWriter, type Piece } from '../byte-writer.ts';

const firstHead = ',"requestReceivedTimestamp":"';
const between = 'Z","stageTimestamp":"';
const digits = '000000';
const startLength = '2000-01-01T00:00:00.'.length;
const betweenDigits = digits.length + between.length + startLength;

export class Stamped {
  readonly #before: string;
  readonly #after: string;
  /** From the end back to the digits of the second time. */
  readonly #lastDigits: number;
  #second = Number.NaN;
  #piece: Piece | undefined;

  /** `before` ends before a comma, and `after` begins behind the digits. */
  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
    this.#lastDigits = digits.length + Buffer.byteLength(after);
  }

  put(out: ByteWriter, receivedMs: number, stageMs: number): void {
    const second = secondOf(receivedMs);
    if (second !== secondOf(stageMs)) out.put(this.#print(second, secondOf(stageMs)));
    else {
      if (this.#piece === undefined || second !== this.#second) {
        this.#second = second;
        this.#piece = this.#print(second, second);
      }
      out.put(this.#piece);
    }
    const at = out.end - this.#lastDigits;
    out.sixDigitsAt(at - betweenDigits, microsOf(receivedMs));
    out.sixDigitsAt(at, microsOf(stageMs));
  }

  #print(first: number, second: number): Piece {
    const times = `${firstHead}${startOf(first)}${digits}${between}${startOf(second)}${digits}`;
    return pieceOf(`${this.#before}${times}${this.#after}`);
  }
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

function startOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, startLength);
}

function microsOf(ms: number): number {
  return Math.floor((ms - secondOf(ms) * 1000) * 1000);
}
