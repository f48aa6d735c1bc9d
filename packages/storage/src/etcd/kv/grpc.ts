/** How gRPC puts messages into the bodies of HTTP/2, and its refusals into headers. */
import type { Headers } from '../http2/header-block.ts';

export const frameHead = 5;

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
