/**
 * One connection in the quick lane: takes requests that came as a whole, one after the
 * other. The first that is out of the ordinary takes the connection along to Node's
 * server, with all that has come of it.
 */
import type { Socket } from 'node:net';

import type { AnswerQuickly } from '../exchange.ts';
import { parseHead, type Fields, type Head } from './parse-head.ts';
import { QuickIncoming } from './quick-incoming.ts';
import { QuickResponse } from './quick-response.ts';

export interface ConnectionParts {
  readonly socket: Socket;
  readonly answer: AnswerQuickly;
  /** Answers a request that is in order, but for somebody else. Calls back when it is done. */
  readonly answerElsewhere: (head: Head, body: Uint8Array, done: () => void) => void;
  /** Goes on with the connection, from these bytes on. */
  readonly handOver: (socket: Socket, bytes: Buffer) => void;
  /** It is not in the lane any more. */
  readonly onLeft: () => void;
  readonly connectionFields: () => string;
}

/** Heads that are longer are out of the ordinary. */
const headBytes = 8 * 1024;
/** So much of the next requests is taken in while one is answered. */
const aheadBytes = 64 * 1024;
/** Bodies that are larger come in pieces that Node's server can take as they come. */
const bodyBytes = 256 * 1024;
/** Whoever sends the rest of a request later than this is left to those who keep the time. */
const patienceMs = 50;
const nothing = Buffer.alloc(0);

export class Connection {
  readonly #parts: ConnectionParts;
  #held: Buffer = nothing;
  #fields: Fields | undefined;
  #response: QuickResponse | undefined;
  #isElsewhere = false;
  #isClosing = false;
  #patience: NodeJS.Timeout | undefined;
  /** When it last had something to do, in the caller's milliseconds. */
  #quietSinceMs: number;
  #hasAnswered = false;

  constructor(parts: ConnectionParts, nowMs: number) {
    this.#parts = parts;
    this.#quietSinceMs = nowMs;
    const { socket } = parts;
    socket.on('data', this.#onData).on('drain', this.#onDrain).on('end', this.#onEnd);
    socket.on('close', this.#onClose).on('error', ignore);
  }

  /** Since when there was nothing to do; undefined while there is. `isNew`: nothing was ever asked. */
  quiet(): { readonly sinceMs: number; readonly isNew: boolean } | undefined {
    if (this.#isBusy() || this.#held.length > 0) return undefined;
    return { sinceMs: this.#quietSinceMs, isNew: !this.#hasAnswered };
  }

  /** Ends now if nothing is under way, and otherwise after it. */
  endSoon(): void {
    this.#isClosing = true;
    if (this.#isBusy()) return;
    if (this.#held.length > 0) this.#leave(this.#held);
    else this.#parts.socket.destroySoon();
  }

  readonly #onData = (chunk: Buffer): void => {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = nothing;
    if (this.#isBusy()) this.#holdAhead(bytes);
    else this.#take(bytes);
  };

  #isBusy(): boolean {
    return this.#response !== undefined || this.#isElsewhere;
  }

  #holdAhead(bytes: Buffer): void {
    this.#held = bytes;
    if (bytes.length > aheadBytes) this.#parts.socket.pause();
  }

  #take(bytes: Buffer): void {
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytes));
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return bytes.length < headBytes ? this.#await(bytes) : this.#leave(bytes);
    const head = parseHead(text.slice(0, end), this.#fields);
    if (head === undefined || head.fields.bodyBytes > bodyBytes) return this.#leave(bytes);
    this.#fields = head.fields;
    const bodyStart = end + 4;
    const bodyEnd = bodyStart + head.fields.bodyBytes;
    if (bytes.length < bodyEnd) return this.#await(bytes);
    this.#endPatience();
    if (bytes.length > bodyEnd) this.#holdAhead(bytes.subarray(bodyEnd));
    this.#answer(head, bodyEnd === bodyStart ? nothing : bytes.subarray(bodyStart, bodyEnd));
  }

  /** From its first piece on, so that many small ones do not buy more time. */
  #await(bytes: Buffer): void {
    this.#held = bytes;
    this.#patience ??= setTimeout(() => this.#leave(this.#held), patienceMs);
  }

  #endPatience(): void {
    if (this.#patience === undefined) return;
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  #answer(head: Head, body: Uint8Array): void {
    const { socket, answer, answerElsewhere, connectionFields } = this.#parts;
    this.#hasAnswered = true;
    const response = new QuickResponse({ socket, connectionFields, onOver: this.#onOver });
    this.#response = response;
    if (answer(new QuickIncoming(head, socket, body), response)) return;
    this.#response = undefined;
    this.#isElsewhere = true;
    answerElsewhere(head, body, () => {
      this.#isElsewhere = false;
      this.#onOver(true);
    });
  }

  readonly #onOver = (isWhole: boolean): void => {
    this.#response = undefined;
    const { socket } = this.#parts;
    if (!isWhole) return void socket.destroy();
    this.#quietSinceMs = performance.now();
    if (this.#isClosing) socket.destroySoon();
    // Whoever does not read answers is not given more of them.
    else if (this.#held.length > 0 && !socket.writableNeedDrain) setImmediate(this.#goOn);
  };

  readonly #goOn = (): void => {
    if (this.#isBusy() || this.#parts.socket.destroyed) return;
    const bytes = this.#held;
    this.#held = nothing;
    this.#parts.socket.resume();
    if (bytes.length > 0) this.#take(bytes);
  };

  readonly #onDrain = (): void => {
    if (this.#response !== undefined) this.#response.noteDrain();
    else if (this.#held.length > 0 && !this.#isElsewhere) this.#goOn();
  };

  /** Whoever sends nothing more is not waiting either; so it is with Node's server. */
  readonly #onEnd = (): void => {
    this.#parts.socket.end();
  };

  readonly #onClose = (): void => {
    this.#endPatience();
    this.#response?.noteGone();
    this.#parts.onLeft();
  };

  #leave(bytes: Buffer): void {
    const { socket, handOver, onLeft } = this.#parts;
    this.#endPatience();
    this.#held = nothing;
    socket.off('data', this.#onData).off('drain', this.#onDrain).off('end', this.#onEnd);
    socket.off('close', this.#onClose).off('error', ignore);
    onLeft();
    handOver(socket, bytes);
  }
}

/** The close that follows tells all there is to know. */
function ignore(): void {
  // Nothing to do.
}
