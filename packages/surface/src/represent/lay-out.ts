/**
 * JSON laid out for people, out of compact JSON and as bytes: nothing is parsed, no number can change, and no text
 * is as long as the result. The layout is that of `JSON.stringify` with two spaces a level.
 */

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];
const space = 0x20;
const lineFeed = 0x0a;

const indentBytes = 2;
/** Target size of a piece. Only a longer text makes a larger one. */
const pieceBytes = 64 * 1024;

/**
 * Returns the size in bytes after indentation. It grows with the depth of nesting and may be a thousand times the
 * input, so it must be checked before anything is sent. Cost: some 3 ns for each byte.
 */
export function measureLayout(compact: Uint8Array, depth = 0): number {
  const bytes = bufferOf(compact);
  let [size, level] = [0, depth];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= space) continue;
    size += 1;
    if (byte === quote) {
      const end = endOfText(bytes, at);
      size += end - at - 1;
      at = end - 1;
    } else if (isOpening(byte)) {
      const next = skipSpace(bytes, at + 1);
      if (isClosing(bytes[next] ?? 0)) {
        size += 1;
        at = next;
      } else {
        level += 1;
        size += 1 + level * indentBytes;
      }
    } else if (isClosing(byte)) {
      level -= 1;
      size += 1 + level * indentBytes;
    } else if (byte === comma) size += 1 + level * indentBytes;
    else if (byte === colon) size += 1;
  }
  return size;
}

/** Limits on indented documents: a multiple of the compact size, plus a shared number of bytes beyond that. */
const mostTimes = 4;
const mostBytesBeyond = 4 * 1024 * 1024;

export interface Document {
  readonly pieces: Iterable<Uint8Array>;
  /** Of all pieces together. */
  readonly bytes: number;
  /** It would have been too large otherwise. */
  readonly isCompact: boolean;
}

/** For the documents of one answer: what one of them takes beyond its due is missing for those that follow. */
export function createLayout(): (compact: Uint8Array, depth?: number) => Document {
  let left = mostBytesBeyond;
  return (compact, depth = 0) => {
    const bytes = measureLayout(compact, depth);
    const beyond = Math.max(0, bytes - mostTimes * compact.length);
    if (beyond > left) return { pieces: [compact], bytes: compact.length, isCompact: true };
    left -= beyond;
    return { pieces: layOut(compact, depth), bytes, isCompact: false };
  };
}

/** Yields pieces. `depth`: the nesting depth in the enclosing document. */
export function* layOut(compact: Uint8Array, depth = 0): Iterable<Uint8Array> {
  const bytes = bufferOf(compact);
  const writer = new LayoutWriter(depth);
  let at = 0;
  while (at < bytes.length) {
    at = writer.step(bytes, at);
    if (writer.size >= pieceBytes) yield writer.take();
  }
  if (writer.size > 0) yield writer.take();
}

class LayoutWriter {
  #piece = Buffer.allocUnsafe(pieceBytes);
  #level: number;
  size = 0;

  constructor(depth: number) {
    this.#level = depth;
  }

  /** Writes the token at this position, and returns the position after it. */
  step(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0;
    if (byte <= space) return at + 1;
    if (byte === quote) {
      const end = endOfText(bytes, at);
      this.#copy(bytes, at, end);
      return end;
    }
    if (isOpening(byte)) return this.#open(bytes, at);
    if (isClosing(byte)) {
      this.#level -= 1;
      this.#breakLine();
    }
    this.#put(byte);
    if (byte === comma) this.#breakLine();
    else if (byte === colon) this.#put(space);
    return at + 1;
  }

  take(): Uint8Array {
    const piece = this.#piece.subarray(0, this.size);
    this.#piece = Buffer.allocUnsafe(pieceBytes);
    this.size = 0;
    return piece;
  }

  /** Empty objects and arrays stay on one line. */
  #open(bytes: Buffer, at: number): number {
    const next = skipSpace(bytes, at + 1);
    this.#put(bytes[at] ?? 0);
    if (isClosing(bytes[next] ?? 0)) {
      this.#put(bytes[next] ?? 0);
      return next + 1;
    }
    this.#level += 1;
    this.#breakLine();
    return next;
  }

  #breakLine(): void {
    const width = this.#level * indentBytes;
    this.#makeRoom(1 + width);
    this.#put(lineFeed);
    this.#piece.fill(space, this.size, this.size + width);
    this.size += width;
  }

  #put(byte: number): void {
    this.#makeRoom(1);
    this.#piece[this.size] = byte;
    this.size += 1;
  }

  #copy(bytes: Buffer, from: number, to: number): void {
    this.#makeRoom(to - from);
    bytes.copy(this.#piece, this.size, from, to);
    this.size += to - from;
  }

  #makeRoom(size: number): void {
    if (this.size + size <= this.#piece.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#piece.length, this.size + size));
    this.#piece.copy(larger, 0, 0, this.size);
    this.#piece = larger;
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function isOpening(byte: number): boolean {
  return byte === openBrace || byte === openBracket;
}

function isClosing(byte: number): boolean {
  return byte === closeBrace || byte === closeBracket;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= space) at += 1;
  return at;
}

/** The place behind the closing quote. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}
