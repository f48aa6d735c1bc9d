import { describe, expect, it } from '@jest/globals';
import { sealEnvelope } from '@keelson/schema';

import { frameProtobufEvent } from './protobuf-event.ts';

const envelope = sealEnvelope({ apiVersion: 'v1', kind: 'Status' }, Buffer.from('0a00', 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('the frame of a protobuf event', () => {
  it('is a length and a bare WatchEvent around an object in its envelope', () => {
    const event = `0a054144444544121c0a1a${hex(envelope)}`;
    expect(hex(envelope)).toBe('6b3873000a0c0a02763112065374617475731202' + '0a00' + '1a002200');
    expect(hex(frameProtobufEvent('ADDED', envelope))).toBe(`00000025${event}`);
  });

  it.each([0, 1, 123, 124, 125, 126, 127, 128, 16_380, 16_381, 16_382, 16_383, 16_384, 2_097_200])(
    'has the lengths of an object of %i bytes right',
    (size) => {
      const object = Buffer.alloc(size, 0x61);
      const frame = Buffer.from(frameProtobufEvent('BOOKMARK', object));
      expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
      const type = readField(frame.subarray(4), 0x0a);
      expect(type.bytes.toString()).toBe('BOOKMARK');
      const extension = readField(type.rest, 0x12);
      expect(extension.rest).toHaveLength(0);
      const raw = readField(extension.bytes, 0x0a);
      expect(raw.rest).toHaveLength(0);
      expect(raw.bytes.equals(object)).toBe(true);
    },
  );
});

function readField(from: Buffer, tag: number): { readonly bytes: Buffer; readonly rest: Buffer } {
  expect(from[0]).toBe(tag);
  let length = 0;
  let at = 1;
  for (let shift = 0; ; shift += 7) {
    const byte = from[at++] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  return { bytes: from.subarray(at, at + length), rest: from.subarray(at + length) };
}
