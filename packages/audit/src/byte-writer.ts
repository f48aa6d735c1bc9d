/**
 * Text on its way to bytes, without being a string in between: there are two events for
 * every request, and texts that long cost more to put together than all else about them.
 * Recurring text is encoded once, as a piece. Knows nothing of events.
 */

import type { Attachment } from './attachment.ts';

/** The length beside the bytes, as asking these for it costs a call. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly length: number;
}

export function pieceOf(text: string): Piece {
  const bytes = new TextEncoder().encode(text);
  return { bytes, length: bytes.length };
}

export function join(one: Piece, other: Piece): Piece {
  const length = one.length + other.length;
  const bytes = new Uint8Array(length);
  bytes.set(one.bytes);
  bytes.set(other.bytes, one.length);
  return { bytes, length };
}

/** One byte each, and the same in JSON. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

function viewOf({ buffer, byteOffset, length }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}

/** Found once: to look for it each time costs a quarter of what it does. */
const copyInto = Uint8Array.prototype.set;
const quoteMark = 0x22;
const backslash = 0x5c;
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const maxBytesPerCharacter = 3;
/** Up to here a loop costs less than a call out of the language. */
const shortLength = 20;
/** From here on a reference costs less than a copy. */
const attachedFromBytes = 4 * 1024;
/** Never added to. */
const nothingAttached: Attachment[] = [];

let lastEpoch = 0;

export class ByteWriter {
  #buffer: Buffer;
  /** The same memory. To write a byte into it costs less than into a Buffer. */
  #bytes: Uint8Array;
  #capacity: number;
  #start = 0;
  #end = 0;
  #epoch = (lastEpoch += 1);
  /** Since `begin`. */
  #attached = nothingAttached;
  #attachedBytes = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
    this.#bytes = viewOf(buffer);
    this.#capacity = buffer.length;
  }

  /** Where it writes, which is another one than it was given if there was no room for what has begun. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  get capacity(): number {
    return this.#capacity;
  }

  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  /** Attached since `begin`, in the order of their places. */
  get attached(): readonly Attachment[] {
    return this.#attached;
  }

  /** Of all that was put since `begin`, attachments included. */
  get size(): number {
    return this.#end - this.#start + this.#attachedBytes;
  }

  /** Offsets stay valid within one epoch. Epochs are unique across writers. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Begins a stretch that may still move or be taken back; everything before it stays. */
  begin(): void {
    this.#start = this.#end;
    this.#detach();
  }

  takeBack(): void {
    this.#end = this.#start;
    this.#epoch = lastEpoch += 1;
    this.#detach();
  }

  #detach(): void {
    this.#attached = nothingAttached;
    this.#attachedBytes = 0;
  }

  /** Goes on in another buffer, from its beginning. */
  moveTo(buffer: Buffer): void {
    this.#buffer = buffer;
    this.#bytes = viewOf(buffer);
    this.#capacity = buffer.length;
    this.#start = 0;
    this.#end = 0;
    this.#epoch = lastEpoch += 1;
    this.#detach();
  }

  /** True if this many bytes fit into the current buffer. */
  hasRoom(bytes: number): boolean {
    return this.#end + bytes <= this.#capacity;
  }

  /** Copies a stretch of this epoch to the end. The caller has made room for it. */
  repeat(from: number, to: number): void {
    this.#bytes.copyWithin(this.#end, from, to);
    this.#end += to - from;
  }

  put({ bytes, length }: Piece): void {
    if (this.#end + length > this.#capacity) this.#goOnElsewhere(length);
    copyInto.call(this.#bytes, bytes, this.#end);
    this.#end += length;
  }

  /** Attaches immutable bytes. Large ones are not copied: an object of megabytes may be in many events. */
  attach(bytes: Uint8Array): void {
    if (bytes.length < attachedFromBytes) return this.put({ bytes, length: bytes.length });
    const attachment = { at: this.#end, bytes };
    if (this.#attached === nothingAttached) this.#attached = [attachment];
    else this.#attached.push(attachment);
    this.#attachedBytes += bytes.length;
  }

  byte(value: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#end++] = value;
  }

  /** A string of JSON, in its quotes. */
  quote(text: string): void {
    this.#makeRoom(text.length + 2);
    const begun = this.#end;
    this.#bytes[this.#end++] = quoteMark;
    if (text.length <= shortLength ? this.#putShort(text) : this.#putLong(text)) {
      this.#bytes[this.#end++] = quoteMark;
    } else {
      this.#end = begun;
      this.text(JSON.stringify(text));
    }
  }

  /** `false` where there is something that needs an escape or more than a byte; what was written does not count then. */
  #putShort(text: string): boolean {
    const bytes = this.#bytes;
    const at = this.#end;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e || code === quoteMark || code === backslash) return false;
      bytes[at + index] = code;
    }
    this.#end = at + text.length;
    return true;
  }

  #putLong(text: string): boolean {
    if (!isPlain(text)) return false;
    this.#end += this.#buffer.write(text, this.#end, 'latin1');
    return true;
  }

  /** Only letters, digits and marks of ASCII. */
  ascii(text: string): void {
    this.#makeRoom(text.length);
    this.#end += this.#buffer.write(text, this.#end, 'latin1');
  }

  /** As it is. */
  text(text: string): void {
    this.#makeRoom(text.length * maxBytesPerCharacter);
    this.#end += this.#buffer.write(text, this.#end);
  }

  /** A whole number below a million, over what was written there. */
  sixDigitsAt(at: number, value: number): void {
    const thousands = (value / 1000) | 0;
    putThree(this.#bytes, at, thousands);
    putThree(this.#bytes, at + 3, value - thousands * 1000);
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes > this.#capacity) this.#goOnElsewhere(bytes);
  }

  #goOnElsewhere(bytes: number): void {
    const begun = this.#buffer.subarray(this.#start, this.#end);
    const attached = this.#attached.map(({ at, bytes }) => ({ at: at - this.#start, bytes }));
    const attachedBytes = this.#attachedBytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#capacity, 2 * (begun.length + bytes)));
    larger.set(begun);
    this.moveTo(larger);
    this.#end = begun.length;
    this.#attached = attached;
    this.#attachedBytes = attachedBytes;
  }
}

/** All that three digits can be, one after the other: two divisions are enough for six of them. */
const threeDigits = new TextEncoder().encode(
  Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0')).join(''),
);

function putThree(bytes: Uint8Array, at: number, value: number): void {
  const from = value * 3;
  bytes[at] = threeDigits[from] ?? 0;
  bytes[at + 1] = threeDigits[from + 1] ?? 0;
  bytes[at + 2] = threeDigits[from + 2] ?? 0;
}
