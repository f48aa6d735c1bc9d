/** For tests: time that goes on when it is told to. */
interface Due {
  readonly atMs: number;
  readonly run: () => void;
}

export class ManualClock {
  nowMs = 1_000;
  #due: Due[] = [];

  readonly now = (): number => this.nowMs;

  readonly runAfter = (ms: number, run: () => void): void => {
    this.#due.push({ atMs: this.nowMs + ms, run });
  };

  /** Timers that become due run at their time, in order. */
  advance(ms: number): void {
    const endMs = this.nowMs + ms;
    for (;;) {
      const next = this.#due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#due = this.#due.filter((each) => each !== next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.run();
    }
    this.nowMs = endMs;
  }
}
