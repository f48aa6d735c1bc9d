/**
 * Sends bodies no faster than the peer takes them (RFC 9113, section 5.2): a window for
 * the connection and one for each stream. What does not fit waits, first come first
 * served as far as the windows of streams allow.
 */
import { frameFlag, frameType, headBytes, largestPayload, writeHead } from './frames.ts';

export interface Sender {
  /** All that a stream has to send. `isLast`: with its end. */
  send(stream: number, body: Buffer, isLast: boolean): void;
  /** What has not been sent of it is not sent any more. Whether there was any. */
  forget(stream: number): boolean;
  /** The peer takes so many bytes more; stream 0 is the connection. */
  grant(stream: number, bytes: number): void;
  /** What every stream may send to begin with, those under way too. */
  setInitialWindow(bytes: number): void;
  /** The streams whose bodies wait for a window. */
  blocked(): readonly number[];
  /** How many frames have been sent, of all streams. */
  sentFrames(): number;
}

interface Waiting {
  readonly stream: number;
  readonly body: Buffer;
  readonly isLast: boolean;
  sent: number;
  window: number;
}

/** Of the connection and of a stream, before the peer says anything. */
const usualWindow = 65_535;

export function createSender(push: (bytes: Buffer) => void): Sender {
  const waiting = new Map<number, Waiting>();
  let connectionWindow = usualWindow;
  let initialWindow = usualWindow;
  let sentFrames = 0;

  const sendPart = (part: Waiting): void => {
    const { stream, body, sent, isLast } = part;
    const length = Math.min(body.length - sent, largestPayload, connectionWindow, part.window);
    part.sent += length;
    part.window -= length;
    connectionWindow -= length;
    const flags = isLast && part.sent === body.length ? frameFlag.endStream : 0;
    const head = Buffer.allocUnsafe(headBytes);
    writeHead(head, 0, { length, type: frameType.data, flags, stream });
    push(head);
    push(body.subarray(sent, part.sent));
    sentFrames += 1;
  };

  /** Returns whether all of it is sent. */
  const sendAll = (part: Waiting): boolean => {
    while (part.sent < part.body.length && connectionWindow > 0 && part.window > 0) sendPart(part);
    return part.sent === part.body.length;
  };

  const pump = (): void => {
    for (const part of waiting.values()) {
      if (connectionWindow <= 0) return;
      if (sendAll(part)) waiting.delete(part.stream);
    }
  };

  return {
    send: (stream, body, isLast) => {
      const part = { stream, body, isLast, sent: 0, window: initialWindow };
      if (!sendAll(part)) waiting.set(stream, part);
    },
    forget: (stream) => waiting.delete(stream),
    grant: (stream, bytes) => {
      if (stream === 0) connectionWindow += bytes;
      const part = waiting.get(stream);
      if (part !== undefined) part.window += bytes;
      pump();
    },
    setInitialWindow: (bytes) => {
      for (const part of waiting.values()) part.window += bytes - initialWindow;
      initialWindow = bytes;
      pump();
    },
    blocked: () => [...waiting.keys()],
    sentFrames: () => sentFrames,
  };
}
