/** Token bucket for the writes of an event recorder: a burst, then so many a second, as in client-go. */
export interface WriteRate {
  readonly perSecond: number;
  readonly burst: number;
}

export class WritePace {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  #nextMs = -Infinity;

  constructor({ perSecond, burst }: WriteRate) {
    this.#intervalMs = 1_000 / perSecond;
    this.#burstMs = (burst - 1) * this.#intervalMs;
  }

  /** Takes a token for one write. Returns the milliseconds until the write is due. */
  take(nowMs: number): number {
    const turnMs = Math.max(this.#nextMs, nowMs - this.#burstMs);
    this.#nextMs = turnMs + this.#intervalMs;
    return Math.max(0, turnMs - nowMs);
  }
}
