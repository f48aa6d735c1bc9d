/**
 * Protobuf as its encoding document says, and nothing else: fields by number, their bytes as they are. It shares no
 * code with the codec of this project, so that what it can read was not agreed upon among ourselves.
 */
export type WireMessage = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

/** Throws where the bytes are no message. */
export function readWire(bytes: Buffer): WireMessage {
  const fields = new Map<number, (bigint | Buffer)[]>();
  for (let at = 0; at < bytes.length;) {
    const tag = readVarint(bytes, at);
    const number = Number(tag.value >> 3n);
    if (number === 0) throw new Error(`field 0 at byte ${String(at)}`);
    const { value, next } = readValue(bytes, tag.next, Number(tag.value & 7n));
    fields.set(number, [...(fields.get(number) ?? []), value]);
    at = next;
  }
  return fields;
}

interface Read<T> {
  readonly value: T;
  readonly next: number;
}

function readValue(bytes: Buffer, at: number, type: number): Read<bigint | Buffer> {
  switch (type) {
    case 0:
      return readVarint(bytes, at);
    case 1:
      return take(bytes, at, 8);
    case 2: {
      const { value, next } = readVarint(bytes, at);
      return take(bytes, next, Number(value));
    }
    case 5:
      return take(bytes, at, 4);
    default:
      throw new Error(`wire type ${String(type)} at byte ${String(at)}`);
  }
}

function take(bytes: Buffer, at: number, length: number): Read<Buffer> {
  if (at + length > bytes.length) throw new Error(`${String(length)} bytes at ${String(at)} go beyond the end`);
  return { value: bytes.subarray(at, at + length), next: at + length };
}

function readVarint(bytes: Buffer, start: number): Read<bigint> {
  let value = 0n;
  for (let at = start; at < start + 10; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) break;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) return { value, next: at + 1 };
  }
  throw new Error(`no end of a number at byte ${String(start)}`);
}

/** The nested message of a field that is there once. */
export function messageIn(message: WireMessage, number: number): WireMessage {
  return readWire(bytesIn(message, number));
}

export function textIn(message: WireMessage, number: number): string {
  return message.has(number) ? bytesIn(message, number).toString('utf8') : '';
}

export function bytesIn(message: WireMessage, number: number): Buffer {
  const [value, ...more] = message.get(number) ?? [];
  if (!(value instanceof Buffer) || more.length > 0) throw new Error(`field ${String(number)} is not there once`);
  return value;
}

export interface Enveloped {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Buffer;
}

/** `k8s` and a zero byte, then Unknown: 1 the type (1 apiVersion, 2 kind), 2 the object. */
export function readEnvelope(bytes: Buffer): Enveloped {
  if (bytes.subarray(0, 4).toString('latin1') !== 'k8s\0') throw new Error('there is no envelope');
  const unknown = readWire(bytes.subarray(4));
  const type = messageIn(unknown, 1);
  return { apiVersion: textIn(type, 1), kind: textIn(type, 2), raw: bytesIn(unknown, 2) };
}

export interface WatchFrame {
  readonly type: string;
  readonly object: Enveloped;
}

/** Frames of a watch: a length of four bytes, then WatchEvent { 1 type, 2 RawExtension { 1 the object } }. */
export function readFrames(bytes: Buffer): WatchFrame[] {
  const frames: WatchFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const { value, next } = take(bytes, at + 4, bytes.readUInt32BE(at));
    const event = readWire(value);
    frames.push({ type: textIn(event, 1), object: readEnvelope(bytesIn(messageIn(event, 2), 1)) });
    at = next;
  }
  return frames;
}
