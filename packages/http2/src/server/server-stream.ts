/** One request that a client sent, and the state of its stream (RFC 9113, section 5.1). */
import type { RequestBlock } from './request-block.ts';

/** Callbacks to the server of a request, in order; none after `onGone`, nor once the response has ended. */
export interface RequestEvents {
  /** The bytes must be granted once they are used: the client sends no more than the window allows. */
  onData(bytes: Buffer): void;
  /** The request is complete. */
  onEnd(): void;
  /** The client has reset the stream, or is gone. */
  onGone(): void;
  /** After `write` has returned false, except for the last bytes. */
  onRoom(): void;
  /** The last bytes had to wait, and have left. The response is over. */
  onSent(): void;
}

export interface ServerExchange {
  /** An interim response (1xx), before that one. */
  inform(head: string): void;
  /** The header block of the response, in Latin-1. To be called once, before anything is written. */
  respond(head: string, isLast: boolean): void;
  /** Returns false if the client has to take something in first; the bytes are kept until then. */
  write(bytes: Uint8Array, isLast: boolean): boolean;
  /** Lets the client send as many bytes again. */
  grant(bytes: number): void;
  /** Bytes of the response that wait for the client, with its share of those that the connection holds. 0 once it is over. */
  unreadBytes(): number;
  /** Breaks the response off. */
  reset(code: number): void;
  /** Breaks the response off because the client does not read it, and with it a connection of which it reads nothing. */
  cutOff(): void;
}

export class ServerStream {
  readonly id: number;
  events: RequestEvents | undefined;
  /** The client has ended its side. */
  isRequestOver = false;
  hasResponse = false;
  /** The last bytes of the response were given. */
  isResponseOver = false;
  /** The rest of `content-length`; undefined without one. */
  #lengthLeft: number | undefined;
  /** The bytes that the client may still send. */
  #window: number;
  readonly #fullWindow: number;
  #silentSeconds = 0;
  #granted = 0;
  #unsentBytes = 0;
  #unreadSeconds = 0;

  constructor(id: number, { length }: RequestBlock, window: number) {
    this.id = id;
    this.#lengthLeft = length;
    this.#window = window;
    this.#fullWindow = window;
  }

  /** False where the client sent more than the window allows. Padding counts (section 6.1). */
  take(frameBytes: number): boolean {
    this.#silentSeconds = 0;
    this.#window -= frameBytes;
    return this.#window >= 0;
  }

  /** Section 8.1.1: false where the body is not as long as it was said to be. */
  count(bytes: number, isLast: boolean): boolean {
    if (this.#lengthLeft === undefined) return true;
    this.#lengthLeft -= bytes;
    return isLast ? this.#lengthLeft === 0 : this.#lengthLeft >= 0;
  }

  /** To be called each second. Returns for how many the client has sent nothing of its body, though it might. */
  countSilence(): number {
    const mightSend = !this.isRequestOver && this.#window > 0;
    this.#silentSeconds = mightSend ? this.#silentSeconds + 1 : 0;
    return this.#silentSeconds;
  }

  /** To be called each second. Returns for how many the client has taken nothing of a response that waits for it alone. */
  countUnread(unsentBytes: number): number {
    const waits = this.isResponseOver && unsentBytes === this.#unsentBytes;
    this.#unreadSeconds = waits ? this.#unreadSeconds + 1 : 0;
    this.#unsentBytes = unsentBytes;
    return this.#unreadSeconds;
  }

  /** Returns the bytes of the next WINDOW_UPDATE: many small ones are one. 0 for none yet. */
  grant(bytes: number): number {
    this.#granted += bytes;
    if (this.isRequestOver || this.#granted < this.#fullWindow / 2) return 0;
    const granted = this.#granted;
    this.#granted = 0;
    this.#window += granted;
    return granted;
  }
}
