/** Sends a header block in one HEADERS frame, and in CONTINUATION frames beyond its largest payload. */
import { frameFlag, frameType, headBytes, largestPayload, writeHead } from './frames.ts';

export interface HeadersToSend {
  readonly id: number;
  /** The block, in Latin-1. */
  readonly head: Buffer | string;
  /** No body follows. */
  readonly isLast: boolean;
}

export function pushHeaders(push: (bytes: Uint8Array) => void, { id, head, isLast }: HeadersToSend): void {
  const endStream = isLast ? frameFlag.endStream : 0;
  for (let at = 0, type: number = frameType.headers; at === 0 || at < head.length; type = frameType.continuation) {
    const length = Math.min(head.length - at, largestPayload);
    const endHeaders = at + length === head.length ? frameFlag.endHeaders : 0;
    const flags = endHeaders | (type === frameType.headers ? endStream : 0);
    const frame = Buffer.allocUnsafe(headBytes + length);
    const start = writeHead(frame, 0, { length, type, flags, stream: id });
    if (typeof head === 'string')
      frame.write(at === 0 && length === head.length ? head : head.slice(at, at + length), start, 'latin1');
    else head.copy(frame, start, at, at + length);
    push(frame);
    at += length;
    if (length === 0) return;
  }
}
