/** A body that is being sent: the pieces that are left of it, and the window of its stream. */
import type { Http2Request } from './exchange.ts';
import { largestPayload } from './frames.ts';

export type SentRequest = Pick<Http2Request, 'body' | 'staysOpen' | 'onRoom'>;

export class OutgoingBody {
  readonly id: number;
  readonly request: SentRequest;
  window: number;
  /** Bytes that were given and not taken. */
  left = 0;
  /** Nothing follows what is left. */
  isLast: boolean;
  hasEnded = false;
  /** The request waits for room. */
  isAwaited: boolean;
  #pieces: readonly Uint8Array[];
  /** Bytes of the first piece that were taken. */
  #offset = 0;

  constructor(id: number, request: SentRequest, window: number) {
    const { body, staysOpen = false } = request;
    for (const piece of body) this.left += piece.length;
    this.id = id;
    this.request = request;
    this.window = window;
    this.isLast = !staysOpen;
    this.isAwaited = staysOpen;
    this.#pieces = body;
  }

  /** The end of a body makes no large write, unless there are many. */
  get isLong(): boolean {
    return !this.isLast || this.left > largestPayload;
  }

  add(bytes: Uint8Array): void {
    this.#pieces = this.left === 0 ? [bytes] : [...this.#pieces, bytes];
    this.left += bytes.length;
  }

  /** Hands over the next bytes, without a copy. */
  take(length: number, push: (bytes: Uint8Array) => void): void {
    this.left -= length;
    let wanted = length;
    let used = 0;
    while (wanted > 0) {
      const piece = this.#pieces[used];
      if (piece === undefined) break;
      const available = piece.length - this.#offset;
      if (available > wanted) {
        push(piece.subarray(this.#offset, this.#offset + wanted));
        this.#offset += wanted;
        break;
      }
      if (available > 0) push(this.#offset === 0 ? piece : piece.subarray(this.#offset));
      wanted -= available;
      this.#offset = 0;
      used += 1;
    }
    if (used > 0) this.#pieces = this.#pieces.slice(used);
  }
}
