/**
 * A value relative to its limit, observed once a millisecond, with the lowest and the highest value since the last
 * observation. Nothing runs by itself: what was due is made up for when the value changes, or when it is asked for.
 */
import type { HistogramCell } from '@keelson/telemetry';

export interface SampleCells {
  readonly samples: HistogramCell;
  readonly low: HistogramCell;
  readonly high: HistogramCell;
}

export class RatioSamples {
  readonly #cells: SampleCells;
  #tick: number;
  #limit: number;
  #value = 0;
  #low = 0;
  #high = 0;

  constructor(cells: SampleCells, limit: number, nowMs: number) {
    this.#cells = cells;
    this.#limit = limit;
    this.#tick = Math.floor(nowMs);
  }

  add(difference: number, nowMs: number): void {
    if (nowMs >= this.#tick + 1) this.catchUp(nowMs);
    const value = this.#value + difference;
    this.#value = value;
    if (value < this.#low) this.#low = value;
    else if (value > this.#high) this.#high = value;
  }

  limitTo(limit: number, nowMs: number): void {
    this.catchUp(nowMs);
    this.#limit = limit;
  }

  /** Makes up for the observations that are due. */
  catchUp(nowMs: number): void {
    const due = Math.floor(nowMs) - this.#tick;
    if (due <= 0) return;
    const { samples, low, high } = this.#cells;
    const limit = this.#limit;
    const ratio = this.#value / limit;
    samples.observe(ratio, due);
    low.observe(this.#low / limit);
    high.observe(this.#high / limit);
    if (due > 1) {
      low.observe(ratio, due - 1);
      high.observe(ratio, due - 1);
    }
    this.#tick += due;
    this.#low = this.#value;
    this.#high = this.#value;
  }
}
