/** Takes the chunks out of a chunked body: RFC 9112, section 7.1. Sizes, extensions and trailers are bounded. */

export type ChunkProgress =
  | { readonly kind: 'more' }
  /** `next` is the index of the first byte behind the body. */
  | { readonly kind: 'end'; readonly next: number }
  | { readonly kind: 'fault'; readonly message: string };

type State = 'size' | 'data' | 'dataEnd' | 'trailers';

const maxLineBytes = 4 * 1024;
const maxTrailerBytes = 64 * 1024;
const sizeLine = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i;
const lineFeed = 0x0a;
const more: ChunkProgress = { kind: 'more' };

export class ChunkReader {
  readonly #onBytes: (bytes: Buffer) => void;
  #state: State = 'size';
  #line = '';
  #left = 0;
  #trailerBytes = 0;
  /** The data of the chunks in what is read just now. */
  #first: Buffer | undefined;
  #joined: Buffer | undefined;
  #joinedBytes = 0;

  constructor(onBytes: (bytes: Buffer) => void) {
    this.#onBytes = onBytes;
  }

  /** To be called until it returns `end` or `fault`. Small chunks that come together are handed over as one piece. */
  read(bytes: Buffer): ChunkProgress {
    const progress = this.#readAll(bytes);
    this.#handOver();
    return progress;
  }

  #readAll(bytes: Buffer): ChunkProgress {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'data') {
        at = this.#readData(bytes, at);
        continue;
      }
      const end = bytes.indexOf(lineFeed, at);
      const stop = end === -1 ? bytes.length : end + 1;
      this.#line += bytes.toString('latin1', at, Math.min(stop, at + maxLineBytes + 1));
      at = stop;
      if (this.#line.length > maxLineBytes) return fault('header line too long');
      if (end === -1) return more;
      const line = this.#line;
      this.#line = '';
      if (!line.endsWith('\r\n')) return fault('malformed chunked encoding');
      const outcome = this.#takeLine(line.slice(0, -2));
      if (outcome === 'end') return { kind: 'end', next: at };
      if (outcome !== undefined) return fault(outcome);
    }
    return more;
  }

  #readData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    if (this.#left === 0) this.#state = 'dataEnd';
    this.#gather(bytes.subarray(at, end), bytes.length);
    return end;
  }

  #gather(data: Buffer, mostBytes: number): void {
    if (this.#first === undefined) {
      this.#first = data;
      return;
    }
    if (this.#joined === undefined) {
      this.#joined = Buffer.allocUnsafe(mostBytes);
      this.#joinedBytes = this.#first.copy(this.#joined);
    }
    this.#joinedBytes += data.copy(this.#joined, this.#joinedBytes);
  }

  #handOver(): void {
    const data = this.#joined?.subarray(0, this.#joinedBytes) ?? this.#first;
    this.#first = undefined;
    this.#joined = undefined;
    if (data !== undefined) this.#onBytes(data);
  }

  /** Returns `end`, or a fault in words. */
  #takeLine(line: string): string | undefined {
    switch (this.#state) {
      case 'size': {
        const size = sizeLine.exec(line)?.[1];
        if (size === undefined) return 'invalid byte in chunk length';
        this.#left = Number.parseInt(size, 16);
        this.#state = this.#left === 0 ? 'trailers' : 'data';
        return undefined;
      }
      case 'trailers':
        this.#trailerBytes += line.length;
        if (line === '') return 'end';
        return this.#trailerBytes > maxTrailerBytes ? 'trailers too long' : undefined;
      case 'dataEnd':
        this.#state = 'size';
        return line === '' ? undefined : 'malformed chunked encoding';
      case 'data':
        return undefined;
    }
  }
}

function fault(message: string): ChunkProgress {
  return { kind: 'fault', message };
}
