/**
 * The number of late requests that may be refused now. Thousands of requests that came together are late together;
 * refusing them in one turn of the event loop, and taking the retries of their clients, would hold up all others. So
 * refusals are spread over time. Most of a queue of the usual length is still refused at once.
 */

const mostAtOnce = 32;
/** With the retry that follows, an answer takes some 0.3 ms while thousands of clients are refused: a twentieth of the time. */
const perMs = 0.15;

export class RefusalBudget {
  #left = mostAtOnce;
  #filledMs = 0;

  constructor(nowMs: number) {
    this.#filledMs = nowMs;
  }

  /** Returns false if the refusal has to wait. */
  take(nowMs: number): boolean {
    this.#left = Math.min(mostAtOnce, this.#left + (nowMs - this.#filledMs) * perMs);
    this.#filledMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
