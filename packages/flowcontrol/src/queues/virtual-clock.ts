/** Virtual time of a queue set, in units of work of one queue. It stands still while no queue has requests. */
import { seatsTimesMs } from './seat-seconds.ts';

/** Below this, whole numbers are exact, with much to spare for what is added to them. */
const largeR = 2 ** 50;

export class VirtualClock {
  r = 0;
  #lastMs: number;

  constructor(nowMs: number) {
    this.#lastMs = nowMs;
  }

  /** `seats`: those that each queue with requests has on average since the last call. */
  advance(nowMs: number, seats: number): void {
    if (seats > 0) this.r += seatsTimesMs(seats, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
  }

  /** True after some days of work: time to begin anew. */
  get isLarge(): boolean {
    return this.r >= largeR;
  }

  /** Returns what everything measured by it has to be moved back by. */
  restart(): number {
    const passed = this.r;
    this.r = 0;
    return passed;
  }
}
