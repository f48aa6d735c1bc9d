/** Work on the graph in steps, one after another, so that a long task holds nobody up. */
import { giveWay, giveWayPatiently } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

export type GraphTask = Generator<void, void>;

export interface GraphTasks {
  /** In the order in which they were added, and not in this turn. */
  add(task: GraphTask): void;
  /** Before what waits, and before the next step of what runs. */
  addFirst(run: () => void): void;
  /** Resolves when all that were added before have run, or nothing runs any more. */
  whenDone(): Promise<void>;
  stop(): void;
}

export function createGraphTasks(logger: Pick<Logger, 'error'>): GraphTasks {
  return new Tasks(logger);
}

export function* each<T>(items: Iterable<T>, visit: (item: T) => unknown): GraphTask {
  for (const item of items) {
    visit(item);
    yield;
  }
}

export function* runOnce(run: () => void): GraphTask {
  run();
  yield;
}

class Tasks implements GraphTasks {
  readonly #logger: Pick<Logger, 'error'>;
  readonly #waiters = new Set<() => void>();
  #waiting: GraphTask[] = [];
  #urgent: (() => void)[] = [];
  #isRunning = false;
  #isStopped = false;

  constructor(logger: Pick<Logger, 'error'>) {
    this.#logger = logger;
  }

  add(task: GraphTask): void {
    this.#waiting.push(task);
    this.#begin();
  }

  addFirst(run: () => void): void {
    this.#urgent.push(run);
    this.#begin();
  }

  whenDone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isStopped) {
        resolve();
        return;
      }
      const settle = (): void => {
        this.#waiters.delete(settle);
        resolve();
      };
      this.#waiters.add(settle);
      this.add(runOnce(settle));
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#urgent = [];
    for (const settle of this.#waiters) settle();
  }

  #begin(): void {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    setImmediate(() => {
      this.#run().catch((error: unknown) => this.#noteFailure(error));
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#urgent.length > 0) {
      this.#runUrgent();
      const tasks = this.#waiting;
      this.#waiting = [];
      for (const task of tasks) await this.#runTask(task);
    }
    this.#isRunning = false;
  }

  async #runTask(task: GraphTask): Promise<void> {
    while (!this.#isStopped && !this.#isDone(task)) {
      this.#runUrgent();
      const paused = this.#waiters.size > 0 ? giveWay() : giveWayPatiently();
      if (paused !== undefined) await paused;
    }
  }

  #isDone(task: GraphTask): boolean {
    try {
      return task.next().done === true;
    } catch (error) {
      this.#noteFailure(error);
      return true;
    }
  }

  #noteFailure(error: unknown): void {
    this.#logger.error('The graph of owners could not take a change', { error });
  }

  #runUrgent(): void {
    for (let next = this.#urgent.shift(); next !== undefined; next = this.#urgent.shift()) this.#isDone(runOnce(next));
  }
}
