/** Times of requests, counted by their size to one part in fifty: an hour of them takes no more memory than a minute. */
const step = Math.log(1.02);
const leastMs = 0.1;

export class Latencies {
  readonly #counts: number[] = [];
  #total = 0;
  #mostMs = 0;

  add(ms: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(ms / leastMs) / step));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total += 1;
    this.#mostMs = Math.max(this.#mostMs, ms);
  }

  get total(): number {
    return this.#total;
  }

  get mostMs(): number {
    return this.#mostMs;
  }

  /** Not below the true one, nor above it by more than a fiftieth. */
  percentile(share: number): number {
    let left = Math.ceil(this.#total * share);
    for (const [bucket, count = 0] of this.#counts.entries()) {
      left -= count;
      if (left <= 0) return leastMs * Math.exp(bucket * step);
    }
    return this.#mostMs;
  }
}
