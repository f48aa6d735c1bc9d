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
  #value = 0;
  #limit: number;
  #ratio = 0;
  #low = 0;
  #high = 0;

  constructor(cells: SampleCells, limit: number, nowMs: number) {
    this.#cells = cells;
    this.#limit = limit;
    this.#tick = Math.floor(nowMs);
  }

  add(difference: number, nowMs: number): void {
    this.#value += difference;
    this.#change(nowMs);
  }

  limitTo(limit: number, nowMs: number): void {
    this.#limit = limit;
    this.#change(nowMs);
  }

  /** Makes up for the observations that are due. */
  catchUp(nowMs: number): void {
    const due = Math.floor(nowMs) - this.#tick;
    if (due <= 0) return;
    const { samples, low, high } = this.#cells;
    samples.observe(this.#ratio, due);
    low.observe(this.#low);
    high.observe(this.#high);
    if (due > 1) {
      low.observe(this.#ratio, due - 1);
      high.observe(this.#ratio, due - 1);
    }
    this.#tick += due;
    this.#low = this.#ratio;
    this.#high = this.#ratio;
  }

  #change(nowMs: number): void {
    this.catchUp(nowMs);
    const ratio = this.#limit > 0 ? this.#value / this.#limit : this.#value;
    this.#ratio = ratio;
    if (ratio < this.#low) this.#low = ratio;
    else if (ratio > this.#high) this.#high = ratio;
  }
}
