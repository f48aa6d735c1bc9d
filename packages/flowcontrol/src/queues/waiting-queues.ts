/** The queues in which requests wait, and which of them is next. Cost of the choice: one look at each of them. */
import type { Queue } from './queue.ts';
import { estimatedServiceMs } from './queued-request.ts';
import { seatsTimesMs } from './seat-seconds.ts';

/** Of the last dispatch, for metrics: when, in virtual time, and among which queues. */
export interface Dispatch {
  r: number;
  s: number;
  minS: number;
  maxS: number;
  minDiscountedS: number;
  maxDiscountedS: number;
}

export interface DispatchChoice {
  /** Of the level, those that are empty included. */
  readonly queues: number;
  readonly nowMs: number;
  /** Requests that need more are passed over. */
  readonly seats: number;
}

export class WaitingQueues {
  /** Nothing was dispatched before. */
  hasDispatched = false;
  readonly last: Dispatch = { r: 0, s: 0, minS: 0, maxS: 0, minDiscountedS: 0, maxDiscountedS: 0 };
  /** In no order. */
  readonly #queues: Queue[] = [];
  /** The queue that was dispatched from last: where several are equally due, the next one after it comes first. */
  #robinIndex = -1;

  add(queue: Queue): void {
    if (queue.place < 0) queue.place = this.#queues.push(queue) - 1;
  }

  remove(queue: Queue): void {
    const last = this.#queues.pop();
    if (last !== undefined && last !== queue) {
      this.#queues[queue.place] = last;
      last.place = queue.place;
    }
    queue.place = -1;
  }

  /** The one whose first request would finish first in virtual time. */
  next({ queues, nowMs, seats }: DispatchChoice): Queue | undefined {
    let next: Queue | undefined;
    let [finish, distance] = [Infinity, Infinity];
    for (const queue of this.#queues) {
      const { first, nextDispatchR } = queue;
      if (first === undefined || first.maxSeats > seats) continue;
      const itsFinish = nextDispatchR + queue.unaccountedWork(nowMs) + first.totalWork;
      if (itsFinish > finish) continue;
      const itsDistance = this.#distanceTo(queue, queues);
      if (itsFinish === finish && itsDistance > distance) continue;
      [next, finish, distance] = [queue, itsFinish, itsDistance];
    }
    return next;
  }

  #distanceTo({ index }: Queue, count: number): number {
    const distance = index - this.#robinIndex - 1;
    return distance < 0 ? distance + Math.max(count, index + 1, this.#robinIndex + 1) : distance;
  }

  /** To be called before the request leaves the queue. */
  note(queue: Queue, r: number): void {
    this.#robinIndex = queue.index;
    this.#look(queue, r);
    for (const each of this.#queues) this.#widen(each);
  }

  /** The same for a request that does not wait, and finds nobody waiting. */
  noteAlone(queue: Queue, r: number): void {
    this.#robinIndex = queue.index;
    this.#look(queue, r);
  }

  #look(queue: Queue, r: number): void {
    const { last } = this;
    this.hasDispatched = true;
    const discounted = discountedS(queue);
    last.r = r;
    last.s = queue.nextDispatchR;
    last.minS = queue.nextDispatchR;
    last.maxS = queue.nextDispatchR;
    last.minDiscountedS = discounted;
    last.maxDiscountedS = discounted;
  }

  #widen(queue: Queue): void {
    const { last } = this;
    const discounted = discountedS(queue);
    last.minS = Math.min(last.minS, queue.nextDispatchR);
    last.maxS = Math.max(last.maxS, queue.nextDispatchR);
    last.minDiscountedS = Math.min(last.minDiscountedS, discounted);
    last.maxDiscountedS = Math.max(last.maxDiscountedS, discounted);
  }
}

/** Without the work that its requests under way are expected to be. */
function discountedS({ nextDispatchR, seatsInUse }: Queue): number {
  return nextDispatchR - seatsTimesMs(seatsInUse, estimatedServiceMs);
}
