/** A request whose answer is read as it comes, or whose connection changes to another protocol. */
import { Readable, type Duplex } from 'node:stream';

import type { AnswerReceiver } from './carrier.ts';
import type { CalloutFailure, StreamedAnswer, StreamedRequest } from './contract.ts';
import { CalloutExchange } from './exchange.ts';
import type { TargetPool } from './targets/target-pool.ts';

export type StreamedOutcome = StreamedAnswer | CalloutFailure;

/** Called once: the head has come, or never will. */
export type OnStreamed = (outcome: StreamedOutcome) => void;

export function openStreamed(pool: TargetPool, request: StreamedRequest, onHead: OnStreamed): void {
  const receiver = new StreamReceiver(onHead);
  const exchange = new CalloutExchange(pool, request, receiver);
  receiver.exchange = exchange;
  exchange.begin();
}

/** Small answers come in one piece with their head: what has come until the end of this turn is told together. */
class StreamReceiver implements AnswerReceiver {
  exchange: CalloutExchange | undefined;
  readonly #onHead: OnStreamed;
  #body: AnswerBody | undefined;
  #rawHeaders: readonly string[] = [];
  #status = 0;
  #early: Buffer[] = [];
  #hasEnded = false;
  #failure: CalloutFailure | undefined;

  constructor(onHead: OnStreamed) {
    this.#onHead = onHead;
  }

  onHead(status: number, rawHeaders: readonly string[]): void {
    this.exchange?.endTimeLimit();
    this.#rawHeaders = rawHeaders;
    this.#status = status;
    if (status !== switching) queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    const head = { ok: true, status: this.#status, rawHeaders: this.#rawHeaders } as const;
    const early = this.#early;
    if (this.#hasEnded) {
      const [only] = early;
      this.#onHead({ ...head, whole: only !== undefined && early.length === 1 ? only : Buffer.concat(early) });
      return;
    }
    const body = new AnswerBody(() => this.exchange);
    this.#body = body;
    for (const bytes of early) body.push(bytes);
    this.#early = [];
    if (this.#failure !== undefined) body.destroy(new Error(this.#failure.message));
    this.#onHead({ ...head, body });
  }

  onBytes(bytes: Buffer): boolean {
    if (this.#body !== undefined) return this.#body.push(bytes);
    this.#early.push(bytes);
    return true;
  }

  onEnd(): void {
    this.#hasEnded = true;
    this.#body?.finish();
  }

  onSwitched(socket: Duplex): void {
    // Users that have left need not handle what comes after.
    socket.on('error', ignore);
    this.#onHead({ ok: true, status: switching, rawHeaders: this.#rawHeaders, socket });
  }

  onFailed(reason: CalloutFailure): void {
    if (this.#status === 0) this.#onHead(reason);
    else if (this.#body === undefined) this.#failure = reason;
    else this.#body.destroy(new Error(reason.message));
  }
}

const switching = 101;

/** The body of an answer. Destroyed before its end, it ends the exchange. */
class AnswerBody extends Readable {
  readonly #exchange: () => CalloutExchange | undefined;
  #hasEnded = false;

  constructor(exchange: () => CalloutExchange | undefined) {
    super();
    this.#exchange = exchange;
    // Readers that have left need not handle what comes after.
    this.on('error', ignore);
  }

  finish(): void {
    this.#hasEnded = true;
    this.push(null);
  }

  override _read(): void {
    this.#exchange()?.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    if (!this.#hasEnded) this.#exchange()?.cancel();
    callback(error);
  }
}

function ignore(): void {
  // The reader's own handler, if there is one, is called as well.
}
