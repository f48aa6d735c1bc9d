/**
 * Writes fields into one buffer, whose size the caller computes beforehand: a message of two levels is then one piece
 * instead of one for every tag and length.
 */
export interface FieldBuffer {
  readonly bytes: Buffer;
  at: number;
}

const varintType = 0;
const lengthType = 2;

/** The tag of a field, whose number is below 16: one byte. */
const tagBytes = 1;

export function createFieldBuffer(size: number): FieldBuffer {
  return { bytes: Buffer.allocUnsafe(size), at: 0 };
}

export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** The size of a field of bytes, or of an embedded message, with its tag and its length. */
export function lengthFieldSize(length: number): number {
  return tagBytes + varintSize(length) + length;
}

export function numberFieldSize(value: number): number {
  return tagBytes + varintSize(value);
}

/** Begins a field of bytes, or an embedded message: its content follows. */
export function writeLengthHead(buffer: FieldBuffer, number: number, length: number): void {
  buffer.bytes[buffer.at] = (number << 3) | lengthType;
  buffer.at += tagBytes;
  writeVarint(buffer, length);
}

export function writeBytesField(buffer: FieldBuffer, number: number, bytes: Uint8Array): void {
  writeLengthHead(buffer, number, bytes.length);
  buffer.bytes.set(bytes, buffer.at);
  buffer.at += bytes.length;
}

/** Writes zero too, as a member of a `oneof` needs it. */
export function writeNumberField(buffer: FieldBuffer, number: number, value: number): void {
  buffer.bytes[buffer.at] = (number << 3) | varintType;
  buffer.at += tagBytes;
  writeVarint(buffer, value);
}

function writeVarint(buffer: FieldBuffer, value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    buffer.bytes[buffer.at] = (rest % 0x80) | 0x80;
    buffer.at += 1;
    rest = Math.floor(rest / 0x80);
  }
  buffer.bytes[buffer.at] = rest;
  buffer.at += 1;
}
