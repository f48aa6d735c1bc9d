/**
 * A worker thread that is there while it is needed, and the jobs that wait for it:
 *
 *     none ──a job──▶ starting ──ready──▶ at work ──nothing to do for a while──▶ none
 *                        └─────── died, or does not answer ──────┘
 *
 * A job that takes the worker down takes no other with it: those that were under way beside
 * it are tried again, each alone, and only one that goes down alone is given up. A job that
 * has begun to write is not tried again.
 */
import type { Logger } from '@keelson/telemetry';

import { createFairQueue, type Queued, type QueueLimits } from './fair-queue.ts';
import type { Job, ResultOf } from './jobs.ts';
import type { Ended, FromWorker, ServiceCall } from './messages.ts';
import { copyError } from './portable.ts';
import type { JobRecord, Services } from './services.ts';
import { watchOver, type Watchdog } from './watchdog.ts';
import type { StartWorker, WorkerThread } from './worker-thread.ts';

export interface Task<J extends Job = Job> extends Queued {
  /** Made when it is sent, so that what waits holds no copies. */
  readonly makeJob: (record: JobRecord) => J;
}

/** `late`: its time was up. `lost`: it took the worker down, or the worker went down when it had begun to write. */
export type Failure = 'full' | 'late' | 'lost' | 'stopping';

export type TaskEnd<T> =
  | { readonly ok: true; readonly ended: Ended<T>; readonly record: JobRecord }
  | { readonly ok: false; readonly reason: Failure; readonly mayHaveWritten: boolean };

export interface WorkerPool {
  run<J extends Job>(task: Task<J>): Promise<TaskEnd<ResultOf<J>>>;
  /** Ends the worker; running and waiting tasks end as `stopping`. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly start: StartWorker;
  readonly servicesOf: (record: JobRecord) => Services;
  readonly queue: QueueLimits;
  /** The limit on a task's time, waiting included: beyond it nobody waits for its result. */
  readonly patienceMs: number;
  /** A worker that has not answered a ping for this long is terminated. */
  readonly silenceMs: number;
  /** A worker that has been idle for this long is terminated. */
  readonly idleMs: number;
  readonly logger: Logger;
}

/** Tasks that run concurrently on the worker: they wait for the store more than for the processor. */
const atOnce = 8;

interface Waiting extends Task {
  readonly sinceMs: number;
  readonly settle: (end: TaskEnd<never>) => void;
}

interface UnderWay {
  readonly task: Waiting;
  readonly record: JobRecord;
  readonly services: Services;
  readonly limit: NodeJS.Timeout;
}

interface LiveWorker {
  readonly thread: WorkerThread;
  readonly watchdog: Watchdog;
  isReady: boolean;
  /** The worker was terminated on purpose. */
  isDismissed: boolean;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  return new Pool(options);
}

class Pool implements WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #queue;
  readonly #underWay = new Map<number, UnderWay>();
  /** Were under way when a worker died. Each is tried alone. */
  readonly #suspects: Waiting[] = [];
  #worker: LiveWorker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#queue = createFairQueue<Waiting>(options.queue);
  }

  run<J extends Job>(task: Task<J>): Promise<TaskEnd<ResultOf<J>>> {
    return new Promise((settle) => {
      const waiting = { ...task, sinceMs: performance.now(), settle };
      if (this.#isClosed) giveUp(waiting, 'stopping');
      else if (!this.#queue.add(waiting)) giveUp(waiting, 'full');
      else this.#goOn();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const task of [...this.#suspects.splice(0), ...this.#queue.drain()]) giveUp(task, 'stopping');
    for (const { task, record } of this.#forgetAll()) giveUp(task, 'stopping', record);
    await this.#dismiss();
  }

  #goOn(): void {
    clearTimeout(this.#idle);
    if (this.#isClosed) return;
    if (this.#worker === undefined && this.#isAnythingDue()) this.#worker = this.#start();
    if (this.#worker?.isReady === true) this.#sendDue(this.#worker);
    if (this.#underWay.size > 0 || this.#isAnythingDue()) return;
    this.#idle = setTimeout(() => {
      this.#dismiss().catch(this.#logUnended);
    }, this.#options.idleMs).unref();
  }

  #isAnythingDue(): boolean {
    return this.#suspects.length > 0 || this.#queue.size() > 0;
  }

  #sendDue(worker: LiveWorker): void {
    while (this.#suspects.length > 0) {
      if (this.#underWay.size > 0) return;
      this.#send(worker, this.#suspects.shift());
    }
    while (this.#underWay.size < atOnce && this.#queue.size() > 0) this.#send(worker, this.#queue.take());
  }

  #send({ thread, watchdog }: LiveWorker, task: Waiting | undefined): void {
    if (task === undefined) return;
    const leftMs = task.sinceMs + this.#options.patienceMs - performance.now();
    if (leftMs <= 0) return giveUp(task, 'late');
    const record: JobRecord = { versions: new Map(), hasWritten: false };
    const id = (this.#lastId += 1);
    const limit = setTimeout(() => this.#abandon(id), leftMs).unref();
    this.#underWay.set(id, { task, record, services: this.#options.servicesOf(record), limit });
    watchdog.begin();
    thread.send({ type: 'job', id, job: task.makeJob(record) });
  }

  #start(): LiveWorker {
    const { start, silenceMs, logger } = this.#options;
    const thread = start({
      onMessage: (message) => this.#hear(worker, message),
      onEnd: (error) => this.#lose(worker, error),
    });
    const watchdog = watchOver({
      silenceMs,
      ask: () => thread.send({ type: 'ping' }),
      onSilence: () => {
        logger.error('a worker does not answer and is ended', { jobs: this.#underWay.size });
        thread.end().catch(this.#logUnended);
      },
    });
    const worker: LiveWorker = { thread, watchdog, isReady: false, isDismissed: false };
    return worker;
  }

  #hear(worker: LiveWorker, message: FromWorker): void {
    worker.watchdog.hear();
    switch (message.type) {
      case 'ready':
        worker.isReady = true;
        this.#goOn();
        break;
      case 'end':
        this.#finish(message.id, message.ended);
        break;
      case 'call':
        this.#serve(worker, message).catch((error: unknown) => {
          this.#options.logger.error('a worker could not be answered', { error });
          this.#abandon(message.job);
        });
        break;
      case 'pong':
        break;
    }
  }

  #finish(id: number, ended: Ended<unknown>): void {
    const found = this.#forget(id);
    // The result is of the kind of the job: both ends are compiled from the same types.
    found?.task.settle({ ok: true, ended: ended as Ended<never>, record: found.record });
    this.#goOn();
  }

  /** The job's time is up, or its call could not be answered. The worker goes on. */
  #abandon(id: number): void {
    const found = this.#forget(id);
    if (found !== undefined) giveUp(found.task, 'late', found.record);
    this.#goOn();
  }

  #forget(id: number): UnderWay | undefined {
    const found = this.#underWay.get(id);
    clearTimeout(found?.limit);
    this.#underWay.delete(id);
    if (this.#underWay.size === 0) this.#worker?.watchdog.rest();
    return found;
  }

  #forgetAll(): readonly UnderWay[] {
    return [...this.#underWay.keys()].map((id) => this.#forget(id)).filter((each) => each !== undefined);
  }

  async #serve({ thread }: LiveWorker, { id, job, method, args }: ServiceCall): Promise<void> {
    const services = this.#underWay.get(job)?.services;
    if (services === undefined) {
      // It ends there too, and makes no further write.
      thread.send({ type: 'reply', id, ended: { ok: false, error: copyError(new Error('the request was given up')) } });
      return;
    }
    const call = services[method] as (...given: readonly unknown[]) => Promise<unknown>;
    try {
      const value = await call(...args);
      thread.send({ type: 'reply', id, ended: { ok: true, value } });
    } catch (error) {
      thread.send({ type: 'reply', id, ended: { ok: false, error: copyError(error) } });
    }
  }

  #lose(worker: LiveWorker, error: Error | undefined): void {
    worker.watchdog.rest();
    if (this.#worker === worker) this.#worker = undefined;
    if (worker.isDismissed || this.#isClosed) return this.#goOn();
    const jobs = this.#underWay.size;
    this.#options.logger.error(
      'a worker has ended in the middle of its jobs',
      error === undefined ? { jobs } : { jobs, error },
    );
    const lost = this.#forgetAll();
    for (const { task, record } of lost) {
      if (record.hasWritten || lost.length === 1) giveUp(task, 'lost', record);
      else this.#suspects.push(task);
    }
    // One that cannot even start would be started for ever.
    if (!worker.isReady) for (const task of [...this.#suspects.splice(0), ...this.#queue.drain()]) giveUp(task, 'lost');
    this.#goOn();
  }

  readonly #logUnended = (error: unknown): void => {
    this.#options.logger.error('a worker could not be ended', { error });
  };

  async #dismiss(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    worker.isDismissed = true;
    worker.watchdog.rest();
    await worker.thread.end();
  }
}

function giveUp({ settle }: Waiting, reason: Failure, record?: JobRecord): void {
  settle({ ok: false, reason, mayHaveWritten: record?.hasWritten === true });
}
