/**
 * Sends bodies within the peer's flow-control windows (RFC 9113, section 5.2), one of the connection and one of each
 * stream. Blocked bodies wait, first come first served as far as their stream's window allows.
 */
import { frameFlag, frameType, headBytes, largestPayload, writeHead } from './frames.ts';

export interface Sender {
  /** Sends the whole body of a stream. `isLast`: and ends the stream. */
  send(stream: number, body: Buffer, isLast: boolean): void;
  /** Drops the unsent rest of its body. Returns whether there was any. */
  forget(stream: number): boolean;
  /** WINDOW_UPDATE; stream 0 is the connection. */
  grant(stream: number, bytes: number): void;
  /** SETTINGS_INITIAL_WINDOW_SIZE: of every stream, the open ones too. */
  setInitialWindow(bytes: number): void;
  /** The streams whose bodies wait for a window. */
  blocked(): readonly number[];
  /** The number of DATA frames sent. */
  sentFrames(): number;
}

interface Waiting {
  readonly stream: number;
  readonly body: Buffer;
  readonly isLast: boolean;
  sent: number;
  window: number;
}

/** Of the connection and of each stream, before the peer's SETTINGS. */
const defaultWindow = 65_535;

export function createSender(push: (bytes: Buffer) => void): Sender {
  const waiting = new Map<number, Waiting>();
  let connectionWindow = defaultWindow;
  let initialWindow = defaultWindow;
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

  /** Returns whether the whole body was sent. */
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
