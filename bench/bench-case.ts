/** What a bench measures. Each file in cases/ exports a list of these as `cases`. */

/** How long `subject` takes, as a multiple of `baseline`. The two are timed in turns, so that a noisy machine slows both. */
export interface RatioCase {
  readonly kind: 'ratio';
  readonly name: string;
  readonly subject: () => unknown;
  readonly baseline: () => unknown;
  /** The bench fails above this ratio. */
  readonly atMost?: number;
}

/** How long something takes that is done once, such as a start. */
export interface TimeCase {
  readonly kind: 'time';
  readonly name: string;
  /** Runs it once and tells how long it took, by its own clock if it starts a process. */
  readonly timeOnceMs: () => Promise<number>;
  /** The bench fails above this median. */
  readonly atMostMs?: number;
  /** Takes away what the runs left behind, of this case and those before it. */
  readonly close?: () => Promise<void>;
}

/** The CPU of this process for one call of something that waits in between, such as a write. Calls follow each other. */
export interface CpuCase {
  readonly kind: 'cpu';
  readonly name: string;
  readonly subject: () => Promise<unknown>;
  /** Takes turns with the subject, as with a ratio. */
  readonly baseline?: () => Promise<unknown>;
  /** The bench fails above this multiple of the baseline. */
  readonly atMost?: number;
  /** The bench fails above this median of the subject. */
  readonly atMostMs?: number;
  readonly close?: () => Promise<void>;
}

export type BenchCase = RatioCase | TimeCase | CpuCase;
