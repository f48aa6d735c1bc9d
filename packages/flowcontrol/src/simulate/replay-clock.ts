/** The time of a replay: it goes on from one event to the next. */
import type { Ticket } from '../ticket.ts';

interface Due {
  readonly atMs: number;
  readonly run: () => void;
}

export class ReplayClock {
  #nowMs = 0;
  /** A heap: the next one is first. */
  readonly #due: Due[] = [];
  readonly #waiting = new Map<Ticket, () => void>();
  readonly clock = {
    now: (): number => this.#nowMs,
    runAfter: (ms: number, run: () => void): void => this.#push({ atMs: this.#nowMs + ms, run }),
  };

  /** Runs when the turn of the ticket has come, or it has been refused. */
  whenBegun(ticket: Ticket, run: () => void): void {
    if (ticket.hasBegun) run();
    else this.#waiting.set(ticket, run);
  }

  advanceTo(ms: number): void {
    for (let next = this.#due[0]; next !== undefined && next.atMs <= ms; next = this.#due[0]) this.#runNext();
    this.#nowMs = Math.max(this.#nowMs, ms);
    this.#settle();
  }

  finish(): void {
    while (this.#due.length > 0) this.#runNext();
  }

  #runNext(): void {
    const next = this.#pop();
    if (next === undefined) return;
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    next.run();
    this.#settle();
  }

  #settle(): void {
    for (const [ticket, run] of this.#waiting) {
      if (ticket.state === 'waiting') continue;
      this.#waiting.delete(ticket);
      run();
    }
  }

  #push(due: Due): void {
    const heap = this.#due;
    let index = heap.push(due) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.atMs <= due.atMs) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = due;
  }

  #pop(): Due | undefined {
    const heap = this.#due;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [a, b] = [heap[left], heap[left + 1]];
      const smaller = b !== undefined && a !== undefined && b.atMs < a.atMs ? left + 1 : left;
      const child = heap[smaller];
      if (child === undefined || child.atMs >= last.atMs) break;
      heap[index] = child;
      index = smaller;
    }
    heap[index] = last;
    return first;
  }
}
