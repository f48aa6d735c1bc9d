/**
 * One request to a target: its turn among those under way, a connection, and once more where nothing came of a connection
 * that was kept too long. Ends once, however many things end it.
 */
import { setMaxListeners } from 'node:events';
import { Readable, type Duplex } from 'node:stream';

import type { AnswerReceiver, CarriedRequest, Carriage, Carrier } from './carrier.ts';
import type { CalloutFailure, CalloutRequest, LeavingSignal } from './contract.ts';
import { deadlineExceeded, failedCall } from './failure.ts';
import { findFault } from './http1/header-lines.ts';
import type { Applicant, TargetPool, OpenCall } from './targets/target-pool.ts';

export interface ExchangeRequest extends CalloutRequest {
  readonly body?: readonly Uint8Array[] | Readable | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: LeavingSignal | undefined;
}

const repeatable = new Set(['GET', 'HEAD', 'OPTIONS']);

export class CalloutExchange implements Applicant, AnswerReceiver, OpenCall {
  readonly #pool: TargetPool;
  readonly #request: ExchangeRequest;
  /** With the credentials of the target. */
  readonly #headers: CalloutRequest['headers'];
  readonly #receiver: AnswerReceiver;
  #carriage: Carriage | undefined;
  /** The connection, once it speaks another protocol. */
  #socket: Duplex | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isKept = false;
  #hasBegun = false;
  #isOver = false;
  #tries = 0;

  constructor(pool: TargetPool, request: ExchangeRequest, receiver: AnswerReceiver) {
    this.#pool = pool;
    this.#request = request;
    this.#headers = pool.withCredentials(request.headers);
    this.#receiver = receiver;
  }

  /** The receiver may be told before this returns. */
  begin(): void {
    const { method, path, timeoutMs, signal } = this.#request;
    this.#pool.noteBegin(this);
    const fault = findFault(method, path, this.#headers);
    if (fault !== undefined) return this.onFailed(failedCall('invalid', fault, false));
    if (signal?.aborted === true) return this.onFailed(failedCall('aborted', 'context canceled', false));
    if (timeoutMs !== undefined) this.#timer = setTimeout(this.#onTimeout, timeoutMs).unref();
    if (signal !== undefined) {
      // Of one client many requests to others may be under way: that is no leak.
      if (signal instanceof EventTarget) setMaxListeners(0, signal);
      signal.addEventListener('abort', this.#onAbort);
    }
    this.#pool.apply(this);
  }

  resume(): void {
    this.#carriage?.resume();
  }

  /** Ends it; the receiver is told nothing more. */
  cancel(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#pool.withdraw(this);
    this.#carriage?.abort();
    this.#socket?.destroy();
  }

  /** The head has come in time; what follows may take as long as it likes. */
  endTimeLimit(): void {
    clearTimeout(this.#timer);
  }

  onCarrier(carrier: Carrier, isFresh: boolean): void {
    this.#isKept = !isFresh;
    this.#tries += 1;
    const { method, path } = this.#request;
    const carried: CarriedRequest = {
      method,
      path,
      host: this.#pool.host,
      headers: this.#headers,
      body: this.#request.body,
    };
    this.#carriage = carrier.carry(carried, this);
  }

  onHead(status: number, rawHeaders: readonly string[]): void {
    this.#hasBegun = true;
    this.#receiver.onHead(status, rawHeaders);
  }

  onBytes(bytes: Buffer): boolean {
    return this.#receiver.onBytes(bytes);
  }

  onEnd(): void {
    this.#finish();
    this.#receiver.onEnd();
  }

  onSwitched(socket: Duplex): void {
    clearTimeout(this.#timer);
    this.#socket = socket;
    // It counts as under way as long as it is open.
    socket.once('close', () => this.#finish());
    this.#receiver.onSwitched(socket);
  }

  onFailed(reason: CalloutFailure): void {
    if (this.#isOver) return;
    if (this.#mayRepeat(reason)) {
      this.#carriage = undefined;
      this.#pool.apply(this);
      return;
    }
    this.#finish();
    this.#receiver.onFailed(reason);
  }

  /** A connection that was kept may end at the moment it is used again, and a server may refuse what it has not begun. */
  #mayRepeat({ kind, wasSent, message }: CalloutFailure): boolean {
    const { body, method, isRepeatable } = this.#request;
    if (kind !== 'closed' || this.#tries > 1 || this.#hasBegun || body instanceof Readable) return false;
    if (!wasSent) return true;
    return this.#isKept && message !== 'unexpected EOF' && (isRepeatable === true || repeatable.has(method));
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#pool.noteEnd(this);
  }

  /** Ends it with a failure. */
  end(reason: CalloutFailure): void {
    if (this.#isOver) return;
    this.cancel();
    this.#receiver.onFailed(reason);
  }

  readonly #onTimeout = (): void => this.end(failedCall('timeout', deadlineExceeded, this.#carriage !== undefined));
  readonly #onAbort = (): void => this.end(failedCall('aborted', 'context canceled', this.#carriage !== undefined));
}
