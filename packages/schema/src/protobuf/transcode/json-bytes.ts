/** JSON under construction, as bytes. It knows how strings are escaped, and nothing of messages. */

const firstSize = 1 << 16;
/** Larger buffers are given back to the collector. */
const largestKept = 1 << 22;
/** From here on a native copy costs less than a loop over bytes. */
const longestByByte = 64;

const quote = 0x22;
const backslash = 0x5c;

/** By byte: 0 for one that stands for itself, 1 for one that is not handled here, else the letter after a backslash. */
const escapes = new Uint8Array(256).map((_, byte) => (byte < 0x20 || byte >= 0x80 ? 1 : 0));
for (const [byte, letter] of ['"', '\\', '\b', '\f', '\n', '\r', '\t'].map((text, index) => [
  text.charCodeAt(0),
  '"\\bfnrt'.charCodeAt(index),
])) {
  escapes[byte ?? 0] = letter ?? 1;
}

export class JsonBytes {
  size = 0;
  #buffer = Buffer.allocUnsafeSlow(firstSize);

  clear(): void {
    this.size = 0;
    if (this.#buffer.length > largestKept) this.#buffer = Buffer.allocUnsafeSlow(firstSize);
  }

  /** A copy of what was written. */
  finish(allocate: (bytes: number) => Buffer = Buffer.allocUnsafe): Buffer {
    const bytes = allocate(this.size);
    this.#buffer.copy(bytes, 0, 0, this.size);
    return bytes;
  }

  /** Of what was written. */
  replaceByte(at: number, byte: number): void {
    this.#buffer[at] = byte;
  }

  writeByte(byte: number): void {
    if (this.size === this.#buffer.length) this.#grow(1);
    this.#buffer[this.size++] = byte;
  }

  /** For short pieces, such as labels. */
  writeShort(piece: Uint8Array): void {
    const { length } = piece;
    if (this.size + length > this.#buffer.length) this.#grow(length);
    const buffer = this.#buffer;
    let at = this.size;
    for (let index = 0; index < length; index++) buffer[at++] = piece[index] as number;
    this.size = at;
  }

  /** Bytes of the source that are JSON already. */
  writeFrom(source: Buffer, start: number, end: number): void {
    const length = end - start;
    if (this.size + length > this.#buffer.length) this.#grow(length);
    source.copy(this.#buffer, this.size, start, end);
    this.size += length;
  }

  /** ASCII that needs no escapes, such as numbers and base64. */
  writeAscii(text: string): void {
    const { length } = text;
    if (this.size + length > this.#buffer.length) this.#grow(length);
    if (length > longestByByte) {
      this.size += this.#buffer.write(text, this.size, 'latin1');
      return;
    }
    const buffer = this.#buffer;
    let at = this.size;
    for (let index = 0; index < length; index++) buffer[at++] = text.charCodeAt(index);
    this.size = at;
  }

  writeText(text: string): void {
    const { length } = text;
    const atMost = length * 3;
    if (this.size + atMost > this.#buffer.length) this.#grow(atMost);
    const buffer = this.#buffer;
    let at = this.size;
    let bits = length > longestByByte ? 0x80 : 0;
    for (let index = 0; bits < 0x80 && index < length; index++) {
      const code = text.charCodeAt(index);
      bits |= code;
      buffer[at++] = code;
    }
    this.size = bits < 0x80 ? at : this.size + buffer.write(text, this.size);
  }

  /** A string of the source. Returns false, and writes nothing, where it holds more than ASCII or a rare control character. */
  writeString(source: Buffer, start: number, end: number): boolean {
    const atMost = 2 * (end - start) + 2;
    if (this.size + atMost > this.#buffer.length) this.#grow(atMost);
    const buffer = this.#buffer;
    let to = this.size;
    buffer[to++] = quote;
    let from = start;
    if (end - start > longestByByte) {
      while (from < end && escapes[source[from] as number] === 0) from++;
      source.copy(buffer, to, start, from);
      to += from - start;
    }
    for (; from < end; from++) {
      const byte = source[from] as number;
      const escape = escapes[byte] as number;
      if (escape === 0) buffer[to++] = byte;
      else if (escape === 1) return false;
      else {
        buffer[to++] = backslash;
        buffer[to++] = escape;
      }
    }
    buffer[to++] = quote;
    this.size = to;
    return true;
  }

  #grow(count: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.size + count));
    this.#buffer.copy(grown, 0, 0, this.size);
    this.#buffer = grown;
  }
}
