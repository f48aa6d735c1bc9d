/**
 * A work queue of object keys, for controllers. A key is in it once, however often it is added, and is
 * worked on by one worker at a time; what is added meanwhile comes again afterwards:
 *
 *     add ──▶ waiting ──get──▶ in work ──done──▶ out
 *                ▲               │ added meanwhile
 *                └─────done──────┘
 */
import { systemClock } from '@keelson/cache';
import type { Clock } from '@keelson/cache';

import { createBackoff } from './backoff.ts';
import type { Backoff } from './backoff.ts';
import { createDelayedAdds } from './delayed-adds.ts';
import { createKeyFifo } from './key-fifo.ts';
import { noRecorder } from './queue-recorder.ts';
import type { QueueRecorder, RecordQueue } from './queue-recorder.ts';

export interface WorkQueue {
  /** Nothing happens if the key waits already, or if the queue is shut down. */
  add(key: string): void;
  /** Adds it later. Of several delays, the one that ends first counts. */
  addAfter(key: string, delayMs: number): void;
  /** Adds it after a delay that grows with every call, until `forget`: for a key whose work has failed. */
  addRateLimited(key: string): void;
  /** The next failure of the key is its first again. */
  forget(key: string): void;
  /** Calls of `addRateLimited` since the last `forget`. */
  retries(key: string): number;
  /** Keys that wait, those added while in work included; delayed ones are not. */
  depth(): number;
  /** The next key, in the order of adding, once there is one. `undefined` after the shutdown. */
  get(): Promise<string | undefined>;
  /** To be called for each key that `get` gave, whatever came of it. */
  done(key: string): void;
  /** Takes no further keys and drops those that wait. Resolves when no key is in work any more. */
  shutDown(): Promise<void>;
  /** The same, after all keys that wait now have been worked on. Delayed keys are dropped. */
  shutDownWithDrain(): Promise<void>;
}

export interface WorkQueueOptions {
  /** For metrics. */
  readonly name: string;
  readonly clock?: Pick<Clock, 'now' | 'after'>;
  readonly backoff?: Backoff;
  /** See `createWorkQueueMetrics`. */
  readonly record?: RecordQueue;
}

class KeyQueue implements WorkQueue {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  readonly #backoff: Backoff;
  readonly #recorder: QueueRecorder;
  readonly #delayed;
  readonly #fifo = createKeyFifo();
  /** When the keys that wait, or are to come again, were added. */
  readonly #addedMs = new Map<string, number>();
  /** When the work on keys began. */
  readonly #begunMs = new Map<string, number>();
  readonly #idle: ((key: string | undefined) => void)[] = [];
  readonly #onEmpty: (() => void)[] = [];
  #isShutDown = false;

  constructor({ name, clock = systemClock, backoff = createBackoff(), record = () => noRecorder }: WorkQueueOptions) {
    this.#clock = clock;
    this.#backoff = backoff;
    this.#delayed = createDelayedAdds(clock, (key) => this.add(key));
    this.#recorder = record({ name, depth: () => this.depth(), workedSeconds: () => this.#workedSeconds() });
  }

  add(key: string): void {
    if (this.#isShutDown || this.#addedMs.has(key)) return;
    this.#addedMs.set(key, this.#clock.now());
    this.#recorder.added();
    if (!this.#begunMs.has(key)) this.#enqueue(key);
  }

  addAfter(key: string, delayMs: number): void {
    if (this.#isShutDown) return;
    this.#recorder.retried();
    if (delayMs <= 0) this.add(key);
    else this.#delayed.schedule(key, delayMs);
  }

  addRateLimited(key: string): void {
    this.addAfter(key, this.#backoff.next(key));
  }

  forget(key: string): void {
    this.#backoff.forget(key);
  }

  retries(key: string): number {
    return this.#backoff.failures(key);
  }

  depth(): number {
    return this.#addedMs.size;
  }

  get(): Promise<string | undefined> {
    const key = this.#fifo.shift();
    if (key !== undefined) return Promise.resolve(this.#begin(key));
    if (this.#isShutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => void this.#idle.push(resolve));
  }

  done(key: string): void {
    const begunMs = this.#begunMs.get(key);
    if (begunMs === undefined) return;
    this.#begunMs.delete(key);
    this.#recorder.worked((this.#clock.now() - begunMs) / 1000);
    if (this.#addedMs.has(key)) this.#enqueue(key);
    this.#checkEmpty();
  }

  shutDown(): Promise<void> {
    this.#fifo.clear();
    this.#addedMs.clear();
    return this.shutDownWithDrain();
  }

  shutDownWithDrain(): Promise<void> {
    this.#isShutDown = true;
    this.#delayed.cancelAll();
    for (const resolve of this.#idle.splice(0)) resolve(undefined);
    return new Promise((resolve) => {
      this.#onEmpty.push(resolve);
      this.#checkEmpty();
    });
  }

  /** To an idle worker at once, else it waits. */
  #enqueue(key: string): void {
    const resolve = this.#idle.shift();
    if (resolve === undefined) this.#fifo.push(key);
    else resolve(this.#begin(key));
  }

  #begin(key: string): string {
    const nowMs = this.#clock.now();
    this.#recorder.waited((nowMs - (this.#addedMs.get(key) ?? nowMs)) / 1000);
    this.#addedMs.delete(key);
    this.#begunMs.set(key, nowMs);
    return key;
  }

  #checkEmpty(): void {
    if (!this.#isShutDown || this.#begunMs.size > 0 || this.#fifo.size() > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
    this.#recorder.ended();
  }

  #workedSeconds(): readonly number[] {
    const nowMs = this.#clock.now();
    return [...this.#begunMs.values()].map((begunMs) => (nowMs - begunMs) / 1000);
  }
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  return new KeyQueue(options);
}
