/** The pieces of an answer as one stream of gzip (RFC 1952), of pieces that are compressed each by itself. */
import { isPromise, type MaybePromise } from '@keelson/telemetry';

import { compressPiece, type CompressedPiece } from './compressed-piece.ts';
import { appendCrc } from './crc32.ts';

/** Nothing is waited for where all pieces are at hand: each promise on the way costs as much as a small piece. */
export interface PieceSource {
  next(): MaybePromise<IteratorResult<Uint8Array, unknown>>;
  /** Gives up what is left. */
  return?(): unknown;
}

type Next = IteratorResult<Uint8Array, undefined>;

/** Shorter pieces are put together before they are compressed: each begins without knowing what came before. */
const leastBytes = 16 * 1024;
/** Compressed pieces are handed on together, from this size on. */
const sentBytes = 64 * 1024;

/** DEFLATE, no optional fields, no time, the quickest algorithm, Unix: as zlib says at level 1. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3]);
/** Of fixed codes, empty, the last one. */
const lastBlock = Buffer.from([3, 0]);

const over: Next = { done: true, value: undefined };

export class GzipPieces {
  readonly #source: PieceSource;
  /** To be compressed together. */
  #short: Uint8Array[] = [];
  #shortBytes = 0;
  /** A piece that came behind short ones. */
  #waiting: Uint8Array | undefined;
  #made: Uint8Array[] = [header];
  #madeBytes = header.length;
  #crc = 0;
  #length = 0;
  #isSourceOver = false;
  #isOver = false;

  constructor(source: PieceSource) {
    this.#source = source;
  }

  /** A promise only where something has to be waited for. */
  next(): MaybePromise<Next> {
    while (!this.#isOver) {
      const piece = this.#takePiece();
      if (piece === undefined) {
        if (this.#isSourceOver) return this.#end();
        const read = this.#source.next();
        if (isPromise(read)) return read.then((result) => (this.#take(result), this.next()));
        this.#take(read);
        continue;
      }
      const compressed = compressPiece(piece);
      if (isPromise(compressed)) return compressed.then((each) => (this.#add(each), this.#ready() ?? this.next()));
      this.#add(compressed);
      const ready = this.#ready();
      if (ready !== undefined) return ready;
    }
    return over;
  }

  return(): unknown {
    this.#isOver = true;
    return this.#source.return?.();
  }

  #take({ done, value }: IteratorResult<Uint8Array, unknown>): void {
    if (done === true) this.#isSourceOver = true;
    else if (value.length >= leastBytes) this.#waiting = value;
    else {
      this.#short.push(value);
      this.#shortBytes += value.length;
    }
  }

  /** The next piece that is to be compressed, if it is complete. */
  #takePiece(): Uint8Array | undefined {
    const isComplete = this.#waiting !== undefined || this.#isSourceOver || this.#shortBytes >= leastBytes;
    if (this.#shortBytes > 0 && isComplete) {
      const joined = Buffer.concat(this.#short, this.#shortBytes);
      this.#short = [];
      this.#shortBytes = 0;
      return joined;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  #add({ blocks, crc, shift, length }: CompressedPiece): void {
    this.#made.push(blocks);
    this.#madeBytes += blocks.length;
    this.#crc = appendCrc(this.#crc, crc, shift);
    this.#length += length;
  }

  #ready(): Next | undefined {
    return this.#madeBytes < sentBytes ? undefined : this.#takeMade();
  }

  #end(): Next {
    this.#isOver = true;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    this.#made.push(lastBlock, trailer);
    this.#madeBytes += lastBlock.length + trailer.length;
    return this.#takeMade();
  }

  #takeMade(): Next {
    const value = Buffer.concat(this.#made, this.#madeBytes);
    this.#made = [];
    this.#madeBytes = 0;
    return { done: false, value };
  }
}
