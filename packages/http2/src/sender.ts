/**
 * Sends bodies within the peer's flow-control windows (RFC 9113, section 5.2), one of the connection and one of each
 * stream, and no faster than the outbox takes them. Blocked bodies wait, first come first served as far as their
 * stream's window allows.
 */
import { protocolError, resetCodes } from './errors.ts';
import { frameFlag, frameType, headBytes, largestPayload, writeHead } from './frames.ts';
import type { FrameOutbox } from './outbox.ts';
import { OutgoingBody, type SentRequest } from './outgoing-body.ts';

/** Of the connection and of each stream, before the peer's SETTINGS. */
const defaultWindow = 65_535;
const largestWindow = 0x7fff_ffff;

export class Sender {
  readonly #outbox: Pick<FrameOutbox, 'push' | 'hasRoom'>;
  /** Bodies with something left to send, and those that stay open. */
  readonly #bodies = new Map<number, OutgoingBody>();
  #connectionWindow = defaultWindow;
  #initialWindow = defaultWindow;
  #sentFrames = 0;
  #lastServed = 0;

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

  /** It has something left to send, or stays open. */
  has(id: number): boolean {
    return this.#bodies.has(id);
  }

  /** Bytes of its body that wait. */
  unsentBytes(id: number): number {
    return this.#bodies.get(id)?.left ?? 0;
  }

  /** Its body waits for the window of its own stream, and not for those of the connection. */
  isShut(id: number): boolean {
    const body = this.#bodies.get(id);
    return body !== undefined && body.left > 0 && body.window <= 0;
  }

  /** Drops the unsent rest of its body. Returns whether there was any. */
  forget(id: number): boolean {
    const body = this.#bodies.get(id);
    return this.#bodies.delete(id) && body !== undefined && body.left > 0;
  }

  /** WINDOW_UPDATE; stream 0 is the connection. Other streams cost something only if they wait for the connection. */
  grant(id: number, bytes: number): void {
    if (!this.canGrant(id, bytes)) {
      throw protocolError('the peer opened a window that is none', resetCodes.flowControl);
    }
    const body = this.#bodies.get(id);
    if (body !== undefined) {
      body.window += bytes;
      if (body.left > 0 && this.#sendAll(body)) this.#settle(body);
    } else if (id === 0) {
      const wasShut = this.#connectionWindow === 0;
      this.#connectionWindow += bytes;
      if (wasShut) this.pump();
    }
  }

  /** False where the window would be larger than any may be. */
  canGrant(id: number, bytes: number): boolean {
    const window = id === 0 ? this.#connectionWindow : (this.#bodies.get(id)?.window ?? 0);
    return window + bytes <= largestWindow;
  }

  /**
   * SETTINGS_INITIAL_WINDOW_SIZE: of every stream, the open ones too. `highest` is the largest of those in one frame,
   * which apply in turn (section 6.5.3): no window may overflow on the way to the last one.
   */
  setInitialWindow(bytes: number, highest = bytes): void {
    for (const body of this.#bodies.values()) {
      if (body.window + highest - this.#initialWindow > largestWindow) {
        throw protocolError('the peer opened a window that is none', resetCodes.flowControl);
      }
      body.window += bytes - this.#initialWindow;
    }
    this.#initialWindow = bytes;
    this.pump();
  }

  /** Goes on, where a window is open and the outbox has room. Bodies take turns, a frame each: a long one holds up none. */
  pump(): void {
    let waiting = this.#inTurn();
    while (waiting.length > 0) {
      for (const body of waiting) {
        if (this.#connectionWindow <= 0 || !this.#outbox.hasRoom(body.isLong)) return;
        // A body that was told of room may have forgotten another.
        if (this.#bodies.get(body.id) !== body || !isWaiting(body)) continue;
        this.#lastServed = body.id;
        this.#sendFrame(body);
        if (body.left === 0) this.#settle(body);
      }
      waiting = waiting.filter(isWaiting);
    }
  }

  /** Those that wait, beginning after the one that was served last: when room is short, it is not the same ones' each time. */
  #inTurn(): OutgoingBody[] {
    const waiting = [...this.#bodies.values()].filter(isWaiting);
    const next = waiting.findIndex(({ id }) => id > this.#lastServed);
    return next <= 0 ? waiting : [...waiting.slice(next), ...waiting.slice(0, next)];
  }

  /** The streams whose bodies wait for a window. */
  blocked(): readonly number[] {
    return [...this.#bodies.values()].filter(({ left }) => left > 0).map(({ id }) => id);
  }

  /** Returns whether nothing of it is left to be sent. */
  #sendAll(body: OutgoingBody): boolean {
    while (body.left > 0 && this.#connectionWindow > 0 && body.window > 0 && this.#outbox.hasRoom(body.isLong)) {
      this.#sendFrame(body);
    }
    if (body.left === 0 && body.isLast && !body.hasEnded) this.#sendFrame(body);
    return body.left === 0;
  }

  #sendFrame(body: OutgoingBody): void {
    const { push } = this.#outbox;
    // A window that SETTINGS have made smaller than what was sent is below zero (section 6.9.2): an end still fits.
    const length = Math.max(0, Math.min(body.left, largestPayload, this.#connectionWindow, body.window));
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

function isWaiting({ left, window }: OutgoingBody): boolean {
  return left > 0 && window > 0;
}
