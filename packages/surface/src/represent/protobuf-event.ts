/**
 * The frame of an event in a protobuf watch: four bytes of length (big-endian), then a bare WatchEvent. The WatchEvent
 * has no envelope of its own, only the object in it has: that is how informers in Go read it.
 *
 *     length │ 0a type │ 12 RawExtension { 0a object, in its envelope }
 */
const lengthBytes = 4;
const typeTag = 0x0a;
const objectTag = 0x12;
const rawTag = 0x0a;

/** `object`: in its envelope. Copied once; the frame is of exactly its own size. */
export function frameProtobufEvent(type: string, object: Uint8Array): Uint8Array {
  const rawSize = sizeOfField(object.length);
  const eventSize = sizeOfField(type.length) + sizeOfField(rawSize);
  const frame = Buffer.allocUnsafe(lengthBytes + eventSize);
  let at = frame.writeUInt32BE(eventSize, 0);
  at = writeHead(frame, at, typeTag, type.length);
  at += frame.write(type, at, 'latin1');
  at = writeHead(frame, at, objectTag, rawSize);
  at = writeHead(frame, at, rawTag, object.length);
  frame.set(object, at);
  return frame;
}

/** The tag, the length and the bytes. */
function sizeOfField(length: number): number {
  let size = 2 + length;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) size += 1;
  return size;
}

function writeHead(frame: Buffer, start: number, tag: number, length: number): number {
  let at = start;
  frame[at++] = tag;
  let rest = length;
  while (rest > 0x7f) {
    frame[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  frame[at++] = rest;
  return at;
}
