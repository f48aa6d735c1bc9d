/** Length-prefixed messages of gRPC: a flag for compression, a length of four bytes, the message. */
import { MessageTooLargeError, ProtocolError } from '../errors.ts';

export const prefixBytes = 5;

/**
 * The largest message that is accepted; the length can announce up to 4 GB. Ranges are read in pages and watches in
 * fragments, so a message exceeds some MB only by a few large values, and a value has at most 1.5 MB by default.
 */
export const largestMessageBytes = 64 * 1024 * 1024;

/** Returns the length of the message after the prefix. Throws if it is compressed, which was not offered, or too large. */
export function readPrefix(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0) throw new ProtocolError('etcd sent a message that is compressed');
  const length = bytes.readUInt32BE(at + 1);
  if (length > largestMessageBytes) throw new MessageTooLargeError(length, largestMessageBytes);
  return length;
}

/** Joins the parts into one uncompressed message with its prefix. */
export function prefixMessage(parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = Buffer.allocUnsafe(prefixBytes + length);
  bytes[0] = 0;
  bytes.writeUInt32BE(length, 1);
  let at = prefixBytes;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
