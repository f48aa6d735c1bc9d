/** The time between deletions of failed pods of one DaemonSet on one node, so that a pod that always fails costs little. */
import type { ControllerClock } from '../controller-clock.ts';

const firstMs = 1_000;
const longestMs = 15 * 60_000;
/** Of pairs of DaemonSet and node: those that failed longest ago are forgotten. */
const limit = 10_000;

interface Entry {
  readonly delayMs: number;
  readonly atMs: number;
}

export class FailedPodBackoff {
  readonly #clock: Pick<ControllerClock, 'now'>;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Pick<ControllerClock, 'now'>) {
    this.#clock = clock;
  }

  /** 0 where a failed pod may be deleted now. */
  remainingMs(key: string): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : Math.max(0, entry.atMs + entry.delayMs - this.#clock.now());
  }

  /** A failed pod is deleted: the next one waits for twice as long. */
  noteDeletion(key: string): void {
    const entry = this.#entries.get(key);
    const nowMs = this.#clock.now();
    const isFresh = entry !== undefined && nowMs - entry.atMs < 2 * longestMs;
    this.#entries.delete(key);
    this.#entries.set(key, { delayMs: isFresh ? Math.min(entry.delayMs * 2, longestMs) : firstMs, atMs: nowMs });
    if (this.#entries.size <= limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
