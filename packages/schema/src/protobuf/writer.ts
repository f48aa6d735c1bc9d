/**
 * Writes protobuf from the end to the start: when the length of a message is due,
 * its bytes are there already, so nothing is measured beforehand.
 */

const FIRST_SIZE = 1 << 14;
/** Buffers beyond this size are given back to the collector rather than kept for the next message. */
const LARGEST_KEPT = 1 << 22;
/** From here on one call into the engine costs less than a loop over characters. */
const LONGEST_BY_CHARACTER = 32;

export class Writer {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  /** Where the bytes written so far begin. */
  #start: number = FIRST_SIZE;

  /** The number of bytes written so far; a message's length is the difference between two of these. */
  get size(): number {
    return this.#buffer.length - this.#start;
  }

  /** Hands out a copy of what was written, and is empty afterwards. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(this.size);
    bytes.set(this.#buffer.subarray(this.#start));
    this.clear();
    return bytes;
  }

  clear(): void {
    if (this.#buffer.length > LARGEST_KEPT) this.#buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
    this.#start = this.#buffer.length;
  }

  /** Tags and lengths: numbers below 2^32. */
  writeUint32(value: number): void {
    if (this.#start < 5) this.#grow(5);
    if (value < 0x80) this.#buffer[--this.#start] = value;
    else this.#writeWide(value);
  }

  /** Negative numbers take ten bytes, as the wire has them in 64 bits. */
  writeInt32(value: number): void {
    if ((value | 0) !== value) throw new TypeError(`not an int32: ${String(value)}`);
    if (value >= 0) this.writeUint32(value);
    else this.#writeHalves(value >>> 0, 0xffff_ffff);
  }

  writeInt64(value: number | bigint): void {
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      if (value >= 0 && value < 0x1_0000_0000) this.writeUint32(value);
      else this.#writeHalves(value >>> 0, Math.floor(value / 0x1_0000_0000) >>> 0);
      return;
    }
    const exact = typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value) : 2n ** 64n;
    if (BigInt.asIntN(64, exact) !== exact) throw new TypeError(`not an int64: ${String(value)}`);
    this.#writeHalves(Number(BigInt.asUintN(32, exact)), Number(BigInt.asUintN(32, exact >> 32n)));
  }

  writeBool(value: boolean): void {
    if (typeof value !== 'boolean') throw new TypeError(`not a bool: ${String(value)}`);
    this.writeUint32(value ? 1 : 0);
  }

  writeDouble(value: number): void {
    if (!Number.isFinite(value)) throw new TypeError(`not a finite number: ${String(value)}`);
    if (this.#start < 8) this.#grow(8);
    this.#start -= 8;
    this.#buffer.writeDoubleLE(value, this.#start);
  }

  /** The text in UTF-8, with its length before it; a lone surrogate becomes U+FFFD. */
  writeString(text: string): void {
    if (typeof text !== 'string') throw new TypeError(`not a string: ${String(text)}`);
    const { length } = text;
    if (length > LONGEST_BY_CHARACTER || !this.#writeAscii(text)) this.#writeEncoded(text, 'utf8');
    else this.writeUint32(length);
  }

  /** The bytes that base64 text stands for, with their length before them. */
  writeBase64(text: string): void {
    if (typeof text !== 'string') throw new TypeError(`not base64 text: ${String(text)}`);
    this.#writeEncoded(text, 'base64');
  }

  /** The bytes with their length before them. */
  writeBytes(bytes: Uint8Array): void {
    this.writeRaw(bytes);
    this.writeUint32(bytes.length);
  }

  writeRaw(bytes: Uint8Array): void {
    if (this.#start < bytes.length) this.#grow(bytes.length);
    this.#start -= bytes.length;
    this.#buffer.set(bytes, this.#start);
  }

  #writeAscii(text: string): boolean {
    const { length } = text;
    if (this.#start < length) this.#grow(length);
    const buffer = this.#buffer;
    let at = this.#start;
    for (let index = length - 1; index >= 0; index--) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      buffer[--at] = code;
    }
    this.#start = at;
    return true;
  }

  #writeEncoded(text: string, encoding: 'utf8' | 'base64'): void {
    const atMost = Buffer.byteLength(text, encoding);
    if (this.#start < atMost) this.#grow(atMost);
    const at = this.#start - atMost;
    const written = this.#buffer.write(text, at, atMost, encoding);
    // Base64 with stray characters has fewer bytes than its length says.
    if (written < atMost) this.#buffer.copyWithin(this.#start - written, at, at + written);
    this.#start -= written;
    this.writeUint32(written);
  }

  #writeWide(value: number): void {
    const size = value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
    const buffer = this.#buffer;
    let at = (this.#start -= size);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) buffer[at++] = (rest & 0x7f) | 0x80;
    buffer[at] = rest;
  }

  #writeHalves(low: number, high: number): void {
    if (high === 0) {
      this.writeUint32(low);
      return;
    }
    if (this.#start < 10) this.#grow(10);
    let size = 5;
    for (let rest = high >>> 3; rest !== 0; rest >>>= 7) size++;
    const buffer = this.#buffer;
    let at = (this.#start -= size);
    for (let shift = 0; shift < 28; shift += 7) buffer[at++] = ((low >>> shift) & 0x7f) | 0x80;
    let rest = high >>> 3;
    buffer[at++] = (low >>> 28) | ((high & 7) << 4) | (rest === 0 ? 0 : 0x80);
    for (; rest > 0x7f; rest >>>= 7) buffer[at++] = (rest & 0x7f) | 0x80;
    if (rest !== 0) buffer[at] = rest;
  }

  #grow(count: number): void {
    const { size } = this;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, size + count));
    this.#buffer.copy(grown, grown.length - size, this.#start);
    this.#start = grown.length - size;
    this.#buffer = grown;
  }
}
