/**
 * A count with its peak of the last whole second, which a scrape shows: a momentary count would miss nearly all requests.
 * Cost of a change: a division and two comparisons.
 */
export class SecondPeak {
  count = 0;
  #second: number;
  /** Of the second under way. */
  #peak = 0;
  /** Of the second before it. */
  #last = 0;

  constructor(nowMs: number) {
    this.#second = secondOf(nowMs);
  }

  add(difference: 1 | -1, nowMs: number): void {
    this.#catchUp(nowMs);
    this.count += difference;
    if (this.count > this.#peak) this.#peak = this.count;
  }

  peak(nowMs: number): number {
    this.#catchUp(nowMs);
    return this.#last;
  }

  /** A second without a change has the count that it began with as its peak. */
  #catchUp(nowMs: number): void {
    const second = secondOf(nowMs);
    if (second === this.#second) return;
    this.#last = second === this.#second + 1 ? this.#peak : this.count;
    this.#peak = this.count;
    this.#second = second;
  }
}

function secondOf(nowMs: number): number {
  return Math.floor(nowMs / 1_000);
}
