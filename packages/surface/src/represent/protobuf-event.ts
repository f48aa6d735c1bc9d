/**
 * The frame of an event in a protobuf watch: four bytes of length, then an enveloped
 * WatchEvent, whose object is itself an envelope.
 */
import { sealEnvelope } from '@keelson/schema';

const typeTag = 0x0a;
const objectTag = 0x12;
const rawTag = 0x0a;

export function frameProtobufEvent(type: string, object: Uint8Array): Uint8Array {
  const typeBytes = Buffer.from(type);
  const raw = lengthDelimited(rawTag, object);
  const event = Buffer.concat([
    ...lengthDelimited(typeTag, typeBytes),
    ...lengthDelimited(objectTag, Buffer.concat(raw)),
  ]);
  const sealed = sealEnvelope({ kind: 'WatchEvent', apiVersion: 'v1' }, event);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sealed.length);
  return Buffer.concat([length, sealed]);
}

function lengthDelimited(tag: number, bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const head = [tag];
  let rest = bytes.length;
  while (rest > 0x7f) {
    head.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  head.push(rest);
  return [Uint8Array.from(head), bytes];
}
