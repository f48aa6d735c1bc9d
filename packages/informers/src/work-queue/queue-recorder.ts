/** The measurements that a work queue makes of itself. */
export interface QueueRecorder {
  added(): void;
  /** An add with a delay, which retries have. */
  retried(): void;
  /** Between the add and the beginning of the work. */
  waited(seconds: number): void;
  worked(seconds: number): void;
  /** The queue was shut down, and nothing is in work. */
  ended(): void;
}

/** A queue as metrics look it up for each scrape. */
export interface RecordedQueue {
  readonly name: string;
  readonly depth: () => number;
  /** The time that each key in work has been there. */
  readonly workedSeconds: () => readonly number[];
}

export type RecordQueue = (queue: RecordedQueue) => QueueRecorder;

const ignore = (): void => undefined;

export const noRecorder: QueueRecorder = {
  added: ignore,
  retried: ignore,
  waited: ignore,
  worked: ignore,
  ended: ignore,
};
