/** A request whose answer is taken in as a whole, up to a limit. */
import type { Duplex } from 'node:stream';

import { AnswerBytes } from './answer-bytes.ts';
import type { AnswerReceiver } from './carrier.ts';
import type { CalloutAnswer, CalloutFailure, WholeRequest } from './contract.ts';
import { CalloutExchange } from './exchange.ts';
import { failedCall } from './failure.ts';
import type { TargetPool } from './targets/target-pool.ts';

export type WholeOutcome = CalloutAnswer | CalloutFailure;

/** Calls `onDone` once. */
export function callWhole(pool: TargetPool, request: WholeRequest, onDone: (outcome: WholeOutcome) => void): void {
  const collector = new Collector(request.maxAnswerBytes, onDone);
  const exchange = new CalloutExchange(pool, request, collector);
  collector.exchange = exchange;
  exchange.begin();
}

class Collector implements AnswerReceiver {
  exchange: CalloutExchange | undefined;
  readonly #limitBytes: number;
  readonly #onDone: (outcome: WholeOutcome) => void;
  #status = 0;
  #rawHeaders: readonly string[] = [];
  #bytes = new AnswerBytes();

  constructor(limitBytes: number, onDone: (outcome: WholeOutcome) => void) {
    this.#limitBytes = limitBytes;
    this.#onDone = onDone;
  }

  onHead(status: number, rawHeaders: readonly string[]): void {
    this.#status = status;
    this.#rawHeaders = rawHeaders;
  }

  onBytes(bytes: Buffer): boolean {
    if (this.#bytes.length + bytes.length > this.#limitBytes) {
      this.#bytes = new AnswerBytes();
      this.exchange?.cancel();
      this.#onDone(failedCall('tooLarge', `the answer is larger than ${this.#limitBytes} bytes`, true));
      return true;
    }
    this.#bytes.push(bytes);
    return true;
  }

  onEnd(): void {
    this.#onDone({ ok: true, status: this.#status, rawHeaders: this.#rawHeaders, body: this.#bytes.join() });
  }

  onSwitched(socket: Duplex): void {
    socket.destroy();
    this.#onDone(failedCall('garbage', 'unexpected 101 response', true));
  }

  onFailed(reason: CalloutFailure): void {
    this.#onDone(reason);
  }
}
