/** How gRPC puts messages into the bodies of HTTP/2, and its refusals into headers. */
import type { Headers } from '../http2/header-block.ts';

export const frameHead = 5;

/**
 * The largest message that is taken; its length announces up to 4 GB. Ranges come in pages and watches in fragments,
 * so that one only exceeds some MB by a few values that are large, and a value has at most 1.5 MB by default.
 */
export const largestMessageBytes = 64 * 1024 * 1024;

/** The member's answer is longer than is taken. Asking for less of it may go well. */
export class MessageTooLargeError extends Error {
  readonly announcedBytes: number;

  constructor(announcedBytes: number) {
    super(`the answer has ${announcedBytes} bytes, more than the ${largestMessageBytes} that are taken`);
    this.name = 'MessageTooLargeError';
    this.announcedBytes = announcedBytes;
  }
}

/** The length of the message behind these five bytes. Throws on one that is compressed, which nobody asked for, or too large. */
export function readFrameHead(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0) throw new Error('etcd sent a message that is compressed');
  const length = bytes.readUInt32BE(at + 1);
  if (length > largestMessageBytes) throw new MessageTooLargeError(length);
  return length;
}

/** A message as it is sent: not compressed. */
export function frame(parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = Buffer.allocUnsafe(frameHead + length);
  bytes[0] = 0;
  bytes.writeUInt32BE(length, 1);
  let at = frameHead;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Headers that hold a status, if it is not a good one. */
export function refusalOf(status: Headers): Error | undefined {
  const code = status.get('grpc-status');
  if (code === undefined || code === '0') return undefined;
  const message = status.get('grpc-message');
  return new Error(`${code}: ${message === undefined ? 'without a reason' : decodeMessage(message)}`);
}

/** What is not escaped as it should be is shown as it came. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
