/**
 * A cursor over protobuf bytes. It refuses to read past `limit`, the end of the
 * message it is in, so that no length a sender made up reaches beyond its message.
 */
import { FIXED32, FIXED64, LENGTH_DELIMITED, MAX_FIELD_NUMBER, refuseMessage, VARINT } from './wire.ts';

export interface ReaderLimits {
  /** The limit on the nesting of messages. */
  readonly maxDepth: number;
  /** The limit on list items and map entries, all lists and maps of an object taken together. */
  readonly maxItems: number;
}

export interface WireReaderOptions extends ReaderLimits {
  /** Called for each unknown field that is skipped. */
  readonly onUnknown?: ((field: string) => void) | undefined;
  /** U+FFFD takes the place of what is not UTF-8 in a text. By default, that is a fault. */
  readonly replacesInvalidText?: boolean | undefined;
}

/** Copies of short strings cost least when cut out of one string; V8 copies up to this length, and shares (so pins) beyond. */
const LONGEST_CUT = 12;
const WINDOW_BYTES = 1 << 16;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class WireReader {
  pos = 0;
  limit: number;
  /** The two halves of the varint that `readLong` read last, as unsigned numbers. */
  low = 0;
  high = 0;
  /** The number of messages that the reader is in. */
  depth = 0;
  readonly onUnknown: ((field: string) => void) | undefined;
  readonly #buffer: Buffer;
  readonly #maxDepth: number;
  readonly #replacesInvalidText: boolean;
  #itemsLeft: number;
  #window = '';
  #windowStart = 0;

  constructor(bytes: Uint8Array, options: WireReaderOptions) {
    const { maxDepth, maxItems, onUnknown, replacesInvalidText = false } = options;
    this.onUnknown = onUnknown;
    this.#replacesInvalidText = replacesInvalidText;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.limit = bytes.byteLength;
    this.#maxDepth = maxDepth;
    this.#itemsLeft = maxItems;
  }

  /** Reads a length and narrows the reader to what it spans; `leave` takes what this returned. */
  enter(): number {
    const length = this.readLength();
    const outer = this.limit;
    this.limit = this.pos + length;
    return outer;
  }

  leave(outer: number): void {
    this.limit = outer;
  }

  descend(): void {
    if (++this.depth > this.#maxDepth) refuseMessage('messages are nested too deep');
  }

  ascend(): void {
    this.depth--;
  }

  countItem(): void {
    if (--this.#itemsLeft < 0) refuseMessage('too many list items and map entries');
  }

  readTag(): number {
    const pos = this.pos;
    const tag = pos < this.limit ? (this.#buffer[pos] as number) : 0x80;
    if (tag < 0x80) {
      this.pos = pos + 1;
    } else {
      this.readLong();
      if (this.high !== 0) refuseMessage(`field number is above ${MAX_FIELD_NUMBER}`);
      return this.low;
    }
    return tag;
  }

  readLength(): number {
    const length = this.readUint32();
    if (length > this.limit - this.pos) refuseMessage('truncated: a length reaches past the end of its message');
    return length;
  }

  /** A varint that has to fit 32 bits, as lengths do. */
  readUint32(): number {
    const pos = this.pos;
    const byte = pos < this.limit ? (this.#buffer[pos] as number) : 0x80;
    if (byte < 0x80) {
      this.pos = pos + 1;
      return byte;
    }
    this.readLong();
    if (this.high !== 0) refuseMessage('a length is out of range');
    return this.low;
  }

  /** As in other implementations, bits above the 32nd are dropped. */
  readInt32(): number {
    const pos = this.pos;
    const byte = pos < this.limit ? (this.#buffer[pos] as number) : 0x80;
    if (byte < 0x80) {
      this.pos = pos + 1;
      return byte;
    }
    this.readLong();
    return this.low | 0;
  }

  readInt64(): number | bigint {
    this.readLong();
    const near = (this.high | 0) * 0x1_0000_0000 + this.low;
    if (Number.isSafeInteger(near)) return near;
    return (BigInt(this.high | 0) << 32n) | BigInt(this.low);
  }

  readBool(): boolean {
    this.readLong();
    return (this.low | this.high) !== 0;
  }

  readDouble(): number {
    if (this.limit - this.pos < 8) refuseMessage('truncated: a double has fewer than 8 bytes');
    const value = this.#buffer.readDoubleLE(this.pos);
    if (!Number.isFinite(value)) refuseMessage('a double is not a finite number');
    this.pos += 8;
    return value;
  }

  readString(): string {
    const length = this.readLength();
    const start = this.pos;
    const end = start + length;
    this.pos = end;
    if (length > LONGEST_CUT) return this.#decodeUtf8(start, end);
    const buffer = this.#buffer;
    let bits = 0;
    for (let at = start; at < end; at++) bits |= buffer[at] as number;
    if (bits >= 0x80) return this.#decodeUtf8(start, end);
    let from = start - this.#windowStart;
    if (from < 0 || from + length > this.#window.length) {
      this.#moveWindow(start);
      from = 0;
    }
    return this.#window.substring(from, from + length);
  }

  readBase64(): string {
    const length = this.readLength();
    const start = this.pos;
    this.pos = start + length;
    return this.#buffer.toString('base64', start, this.pos);
  }

  /** Bytes that share memory with the input. */
  readBytes(): Uint8Array {
    const length = this.readLength();
    const start = this.pos;
    this.pos = start + length;
    return this.#buffer.subarray(start, this.pos);
  }

  /** Passes over an unknown field. Numbers up to `known` are known: one that comes here has a wrong wire type. */
  skip(tag: number, known = 0): void {
    const number = tag >>> 3;
    const wireType = tag & 7;
    if (number === 0) refuseMessage('field number 0 is illegal');
    if (number <= known) refuseMessage(`wrong wire type ${wireType} for field ${number}`);
    if (wireType === VARINT) this.readLong();
    else if (wireType === LENGTH_DELIMITED) this.readBytes();
    else if (wireType === FIXED64) this.#advance(8);
    else if (wireType === FIXED32) this.#advance(4);
    else refuseMessage(wireType < 6 ? 'groups are not supported' : `wire type ${wireType} is illegal`);
  }

  /** Any varint, of ten bytes at most, into `low` and `high`. */
  readLong(): void {
    const buffer = this.#buffer;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.pos >= this.limit) refuseMessage('truncated: a varint has no end');
      const byte = buffer[this.pos++] as number;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return;
      }
    }
    refuseMessage('a varint is longer than ten bytes');
  }

  #advance(count: number): void {
    if (this.limit - this.pos < count) refuseMessage('truncated: a fixed-width value is cut off');
    this.pos += count;
  }

  /** The lenient decoder is the faster one; only where it may have replaced something is the strict one asked. */
  #decodeUtf8(start: number, end: number): string {
    const text = this.#buffer.toString('utf8', start, end);
    if (this.#replacesInvalidText || !text.includes('\ufffd')) return text;
    try {
      return strictUtf8.decode(this.#buffer.subarray(start, end));
    } catch {
      return refuseMessage('a string is not valid UTF-8');
    }
  }

  #moveWindow(start: number): void {
    this.#window = this.#buffer.toString('latin1', start, start + WINDOW_BYTES);
    this.#windowStart = start;
  }
}
