/** One queue of a priority level: the requests that wait in it, and how much work is waiting and under way. */
import { estimatedServiceMs, type QueuedRequest } from './queued-request.ts';
import { seatsTimesMs } from './seat-seconds.ts';

export class Queue {
  readonly index: number;
  /** In order of arrival, linked through the requests: one that is cancelled leaves from anywhere at no cost. */
  first: QueuedRequest | undefined;
  #last: QueuedRequest | undefined;
  length = 0;
  /** Sums over the requests that wait. */
  initialSeats = 0;
  maxSeats = 0;
  totalWork = 0;
  executing = 0;
  seatsInUse = 0;
  /** Of wide requests that are executing: their seats, and the sum of their seats times the moments they began. */
  wideSeats = 0;
  wideSeatStarts = 0;
  /** The virtual time at which its next request is due. */
  nextDispatchR = 0;
  /** Its place among the queues in which requests wait; below 0 for an empty one. */
  place = -1;

  constructor(index: number) {
    this.index = index;
  }

  get isActive(): boolean {
    return this.length > 0 || this.executing > 0;
  }

  add(request: QueuedRequest): void {
    request.before = this.#last;
    request.after = undefined;
    if (this.#last === undefined) this.first = request;
    else this.#last.after = request;
    this.#last = request;
    this.#count(request, 1);
  }

  remove(request: QueuedRequest): void {
    const { before, after } = request;
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    request.before = undefined;
    request.after = undefined;
    this.#count(request, -1);
  }

  /** A wide request begins to be executed, or ends. */
  countWide({ initialSeats, startMs }: QueuedRequest, sign: 1 | -1): void {
    this.wideSeats += sign * initialSeats;
    this.wideSeatStarts += sign * initialSeats * startMs;
  }

  /** The work of wide requests under way, beyond what was estimated: nobody knows it from `nextDispatchR` before they end. */
  unaccountedWork(nowMs: number): number {
    if (this.wideSeats === 0) return 0;
    return Math.max(0, seatsTimesMs(1, this.wideSeats * (nowMs - estimatedServiceMs) - this.wideSeatStarts));
  }

  #count(request: QueuedRequest, sign: 1 | -1): void {
    this.length += sign;
    this.initialSeats += sign * request.initialSeats;
    this.maxSeats += sign * request.maxSeats;
    this.totalWork += sign * request.totalWork;
  }

  /**
   * Dispatch in virtual time never precedes arrival: a queue that does not use all the seats it is due, and is never
   * empty, would otherwise save up for later.
   */
  boundNextDispatch(): void {
    const { first } = this;
    if (first !== undefined && this.nextDispatchR < first.arrivalR) this.nextDispatchR = first.arrivalR;
  }
}
