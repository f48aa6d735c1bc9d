/**
 * Sends bodies within the server's flow-control windows (RFC 9113, section 5.2), one of the connection and one of each
 * stream, and no faster than the outbox takes them. Blocked bodies wait, first come first served as far as their
 * stream's window allows.
 */
import { protocolError } from './errors.ts';
import { frameFlag, frameType, headBytes, largestPayload, writeHead } from './frames.ts';
import type { FrameOutbox } from './outbox.ts';
import { OutgoingBody, type SentRequest } from './outgoing-body.ts';

/** Of the connection and of each stream, before the server's SETTINGS. */
const defaultWindow = 65_535;
const largestWindow = 0x7fff_ffff;

export class Sender {
  readonly #outbox: Pick<FrameOutbox, 'push' | 'hasRoom'>;
  /** Bodies with something left to send, and those that stay open. */
  readonly #bodies = new Map<number, OutgoingBody>();
  #connectionWindow = defaultWindow;
  #initialWindow = defaultWindow;
  #sentFrames = 0;

  constructor(outbox: Pick<FrameOutbox, 'push' | 'hasRoom'>) {
    this.#outbox = outbox;
  }

  /** The number of DATA frames sent. */
  get sentFrames(): number {
    return this.#sentFrames;
  }

  /** Sends the body of a request, and ends its stream unless it `staysOpen`. */
  send(id: number, request: SentRequest): void {
    const body = new OutgoingBody(id, request, this.#initialWindow);
    const isSent = this.#sendAll(body);
    if (body.hasEnded) return;
    this.#bodies.set(id, body);
    if (isSent) this.#settle(body);
  }

  /** Sends more of a body that `staysOpen`. Returns false if it has to wait; `onRoom` is called then. */
  sendMore(id: number, bytes: Uint8Array, isLast: boolean): boolean {
    const body = this.#bodies.get(id);
    if (body === undefined) return false;
    body.add(bytes);
    body.isLast = isLast;
    const isSent = this.#sendAll(body);
    if (body.hasEnded) this.#bodies.delete(id);
    body.isAwaited = !isSent;
    return isSent;
  }

  /** Drops the unsent rest of its body. Returns whether there was any. */
  forget(id: number): boolean {
    const body = this.#bodies.get(id);
    return this.#bodies.delete(id) && body !== undefined && body.left > 0;
  }

  /** WINDOW_UPDATE; stream 0 is the connection. */
  grant(id: number, bytes: number): void {
    if (id === 0) this.#connectionWindow += bytes;
    const body = this.#bodies.get(id);
    if (body !== undefined) body.window += bytes;
    if (this.#connectionWindow > largestWindow || (body?.window ?? 0) > largestWindow) {
      throw protocolError('the server opened a window that is none');
    }
    this.pump();
  }

  /** SETTINGS_INITIAL_WINDOW_SIZE: of every stream, the open ones too. */
  setInitialWindow(bytes: number): void {
    for (const body of this.#bodies.values()) body.window += bytes - this.#initialWindow;
    this.#initialWindow = bytes;
    this.pump();
  }

  /** Goes on, where a window is open and the outbox has room. */
  pump(): void {
    for (const body of this.#bodies.values()) {
      if (this.#connectionWindow <= 0) return;
      if (body.left > 0 && this.#sendAll(body)) this.#settle(body);
    }
  }

  /** The streams whose bodies wait for a window. */
  blocked(): readonly number[] {
    return [...this.#bodies.values()].filter(({ left }) => left > 0).map(({ id }) => id);
  }

  /** Returns whether nothing of it is left to be sent. */
  #sendAll(body: OutgoingBody): boolean {
    while (body.left > 0 && this.#connectionWindow > 0 && body.window > 0 && this.#outbox.hasRoom()) {
      this.#sendFrame(body);
    }
    if (body.left === 0 && body.isLast && !body.hasEnded) this.#sendFrame(body);
    return body.left === 0;
  }

  #sendFrame(body: OutgoingBody): void {
    const { push } = this.#outbox;
    const length = Math.min(body.left, largestPayload, this.#connectionWindow, body.window);
    body.window -= length;
    this.#connectionWindow -= length;
    body.hasEnded = body.isLast && body.left === length;
    const flags = body.hasEnded ? frameFlag.endStream : 0;
    const head = Buffer.allocUnsafe(headBytes);
    writeHead(head, 0, { length, type: frameType.data, flags, stream: body.id });
    push(head);
    body.take(length, push);
    this.#sentFrames += 1;
  }

  #settle(body: OutgoingBody): void {
    if (body.hasEnded) this.#bodies.delete(body.id);
    if (!body.isAwaited) return;
    body.isAwaited = false;
    body.request.onRoom?.();
  }
}
