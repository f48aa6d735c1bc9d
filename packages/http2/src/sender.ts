/**
 * Sends bodies within the server's flow-control windows (RFC 9113, section 5.2), one of the connection and one of each
 * stream, and no faster than the outbox takes them. Blocked bodies wait, first come first served as far as their
 * stream's window allows.
 */
import { protocolError } from './errors.ts';
import type { Http2Request } from './exchange.ts';
import { frameFlag, frameType, headBytes, largestPayload, writeHead } from './frames.ts';
import type { FrameOutbox } from './outbox.ts';

export interface Sender {
  /** Sends the body of a request, and ends its stream unless it `staysOpen`. */
  send(id: number, request: SentRequest): void;
  /** Sends more of a body that `staysOpen`. Returns false if it has to wait; `onRoom` is called then. */
  sendMore(id: number, bytes: Uint8Array, isLast: boolean): boolean;
  /** Drops the unsent rest of its body. Returns whether there was any. */
  forget(id: number): boolean;
  /** WINDOW_UPDATE; stream 0 is the connection. */
  grant(id: number, bytes: number): void;
  /** SETTINGS_INITIAL_WINDOW_SIZE: of every stream, the open ones too. */
  setInitialWindow(bytes: number): void;
  /** The outbox has room again. */
  pump(): void;
  /** The streams whose bodies wait for a window. */
  blocked(): readonly number[];
  /** The number of DATA frames sent. */
  sentFrames(): number;
}

type SentRequest = Pick<Http2Request, 'body' | 'staysOpen' | 'onRoom'>;

interface Body {
  readonly id: number;
  readonly request: SentRequest;
  pieces: readonly Uint8Array[];
  /** Bytes of the first piece that were sent. */
  offset: number;
  left: number;
  window: number;
  /** Nothing follows these pieces. */
  isLast: boolean;
  hasEnded: boolean;
  isAwaited: boolean;
}

/** Of the connection and of each stream, before the server's SETTINGS. */
const defaultWindow = 65_535;
const largestWindow = 0x7fff_ffff;

export function createSender({ push, hasRoom }: Pick<FrameOutbox, 'push' | 'hasRoom'>): Sender {
  /** Bodies with something left to send, and those that stay open. */
  const bodies = new Map<number, Body>();
  let connectionWindow = defaultWindow;
  let initialWindow = defaultWindow;
  let sentFrames = 0;

  const sendPart = (body: Body): void => {
    const length = Math.min(body.left, largestPayload, connectionWindow, body.window);
    body.left -= length;
    body.window -= length;
    connectionWindow -= length;
    body.hasEnded = body.isLast && body.left === 0;
    const flags = body.hasEnded ? frameFlag.endStream : 0;
    const head = Buffer.allocUnsafe(headBytes);
    writeHead(head, 0, { length, type: frameType.data, flags, stream: body.id });
    push(head);
    takeBytes(body, length, push);
    sentFrames += 1;
  };

  const mayEnd = (body: Body): boolean => body.left === 0 && body.isLast && !body.hasEnded;

  /** Returns whether nothing of it is left to be sent. */
  const sendAll = (body: Body): boolean => {
    while (body.left > 0 && connectionWindow > 0 && body.window > 0 && hasRoom()) sendPart(body);
    if (mayEnd(body)) sendPart(body);
    return body.left === 0;
  };

  const settle = (body: Body): void => {
    if (body.hasEnded) bodies.delete(body.id);
    if (!body.isAwaited) return;
    body.isAwaited = false;
    body.request.onRoom?.();
  };

  const pump = (): void => {
    for (const body of bodies.values()) {
      if (connectionWindow <= 0) return;
      if (body.left > 0 && sendAll(body)) settle(body);
    }
  };

  return {
    send: (id, request) => {
      const { body: pieces, staysOpen = false } = request;
      let left = 0;
      for (const piece of pieces) left += piece.length;
      const rest = { offset: 0, left, window: initialWindow, isLast: !staysOpen, hasEnded: false };
      const body: Body = { id, request, pieces, ...rest, isAwaited: staysOpen };
      const isSent = sendAll(body);
      if (body.hasEnded) return;
      bodies.set(id, body);
      if (isSent) settle(body);
    },
    sendMore: (id, bytes, isLast) => {
      const body = bodies.get(id);
      if (body === undefined) return false;
      body.pieces = body.left === 0 ? [bytes] : [...body.pieces, bytes];
      body.left += bytes.length;
      body.isLast = isLast;
      const isSent = sendAll(body);
      if (body.hasEnded) bodies.delete(id);
      body.isAwaited = !isSent;
      return isSent;
    },
    forget: (id) => {
      const body = bodies.get(id);
      return bodies.delete(id) && body !== undefined && body.left > 0;
    },
    grant: (id, bytes) => {
      if (id === 0) connectionWindow += bytes;
      const body = bodies.get(id);
      if (body !== undefined) body.window += bytes;
      if (connectionWindow > largestWindow || (body?.window ?? 0) > largestWindow) {
        throw protocolError('the server opened a window that is none');
      }
      pump();
    },
    setInitialWindow: (bytes) => {
      for (const body of bodies.values()) body.window += bytes - initialWindow;
      initialWindow = bytes;
      pump();
    },
    pump,
    blocked: () => [...bodies.values()].filter(({ left }) => left > 0).map(({ id }) => id),
    sentFrames: () => sentFrames,
  };
}

/** Hands over the next bytes of a body, without a copy. */
function takeBytes(body: Body, length: number, push: (bytes: Uint8Array) => void): void {
  let wanted = length;
  let used = 0;
  while (wanted > 0) {
    const piece = body.pieces[used];
    if (piece === undefined) break;
    const available = piece.length - body.offset;
    if (available > wanted) {
      push(piece.subarray(body.offset, body.offset + wanted));
      body.offset += wanted;
      break;
    }
    if (available > 0) push(body.offset === 0 ? piece : piece.subarray(body.offset));
    wanted -= available;
    body.offset = 0;
    used += 1;
  }
  if (used > 0) body.pieces = used === body.pieces.length ? [] : body.pieces.slice(used);
}
