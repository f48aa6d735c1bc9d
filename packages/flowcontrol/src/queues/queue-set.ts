/**
 * The queues of one priority level: fair queuing in virtual time among flows that shuffle sharding spreads over queues.
 *
 * Virtual time (R) runs at the number of seats that each queue with requests would have, were all of them served at
 * once. A queue is due at `nextDispatchR`, which its requests move on by their work: by an estimate when they are
 * dispatched, by what it was when they finish. The queue whose next request would finish first in virtual time is next.
 *
 * Pure: the clock and the timer come in. It holds no reference to a request that is over.
 */
import { Queue } from './queue.ts';
import { estimatedServiceMs, type Departure, type QueuedRequest, type WorkEstimate } from './queued-request.ts';
import { RefusalBudget } from './refusal-budget.ts';
import { seatsTimesMs } from './seat-seconds.ts';
import { VirtualClock } from './virtual-clock.ts';
import { WaitingQueues, type Dispatch } from './waiting-queues.ts';

export interface QueueSetConfiguration {
  /** Seats in use at a time; a request that needs more has them all to itself. */
  readonly concurrencyLimit: number;
  /** 0: a request that finds no seat is refused. */
  readonly queues: number;
  /** Requests that may wait in one queue. */
  readonly queueLengthLimit: number;
  /** Requests that have waited longer are refused when another one comes to their queue. */
  readonly waitLimitMs: number;
}

export interface QueueSetParts {
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
  readonly runAfter: (ms: number, run: () => void) => void;
}

export type ImmediateRefusal = 'queue-full' | 'concurrency-limit';

export class QueueSet {
  waiting = 0;
  /** When anything changed last. */
  changedMs = 0;
  seatsWaiting = 0;
  executing = 0;
  seatsInUse = 0;
  readonly #parts: QueueSetParts;
  readonly #clock: VirtualClock;
  #configuration: QueueSetConfiguration;
  /** By index; made when they are first used, since most never are. */
  readonly #queues: Queue[] = [];
  readonly #waitingQueues = new WaitingQueues();
  readonly #lateRefusals: RefusalBudget;
  #activeQueues = 0;
  /** Of the seats, those of requests that have one. */
  #narrowSeatsInUse = 0;
  /** Of the seats, those taken by requests that came through a queue. */
  #queuedSeatsInUse = 0;
  #enqueues = 0;

  constructor(configuration: QueueSetConfiguration, parts: QueueSetParts) {
    this.#configuration = configuration;
    this.#parts = parts;
    const nowMs = parts.now();
    this.#clock = new VirtualClock(nowMs);
    this.#lateRefusals = new RefusalBudget(nowMs);
  }

  get configuration(): QueueSetConfiguration {
    return this.#configuration;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.executing === 0;
  }

  /** The virtual time of the last change. */
  get currentR(): number {
    return this.#clock.r;
  }

  /** Undefined before the first one. */
  get lastDispatch(): Readonly<Dispatch> | undefined {
    return this.#waitingQueues.hasDispatched ? this.#waitingQueues.last : undefined;
  }

  /** Requests that wait stay in their queues, also where those are no longer dealt. */
  configure(configuration: QueueSetConfiguration): void {
    this.#sync();
    this.#configuration = configuration;
    this.#queues.forEach((queue) => this.#dropSurplus(queue));
    this.#dispatchAll();
  }

  /**
   * `request` waits or executes afterwards, as its state says, or is refused. Nothing is allocated for one that does
   * not wait.
   */
  begin(request: QueuedRequest, hand: readonly number[], estimate: WorkEstimate): ImmediateRefusal | undefined {
    const nowMs = this.#sync();
    request.estimate(estimate);
    request.arrivalMs = nowMs;
    request.arrivalR = this.#clock.r;
    if (this.#configuration.queues < 1) {
      if (!this.#canSeat(request.maxSeats)) return 'concurrency-limit';
      this.#execute(request, nowMs);
      return undefined;
    }
    const queue = this.#chooseQueue(hand);
    this.#refuseLate(queue, nowMs);
    const isFull = this.seatsInUse >= this.#configuration.concurrencyLimit;
    if (isFull && queue.length >= this.#configuration.queueLengthLimit) return 'queue-full';
    if (!queue.isActive) queue.nextDispatchR = this.#clock.r;
    request.queueIndex = queue.index;
    if (this.waiting === 0 && !isFull && this.#canSeat(request.maxSeats)) {
      if (queue.nextDispatchR < request.arrivalR) queue.nextDispatchR = request.arrivalR;
      this.#waitingQueues.noteAlone(queue, this.#clock.r);
      this.#execute(request, nowMs);
      return undefined;
    }
    this.#enqueue(request, queue);
    this.#dispatchAll();
    return undefined;
  }

  /** It is answered, or never will be. Its seats are free at once, or after its additional latency. */
  finish(request: QueuedRequest, nowMs = this.#parts.now()): void {
    if (request.state !== 'executing') throw new Error(`a request that is ${request.state} cannot finish`);
    this.#syncTo(nowMs);
    const queue = this.#queues[request.queueIndex];
    this.executing -= 1;
    request.state = 'leaving';
    if (queue !== undefined) {
      queue.executing -= 1;
      if (request.initialSeats > 1) queue.countWide(request, -1);
      if (!queue.isActive) this.#activeQueues -= 1;
      queue.nextDispatchR -= seatsTimesMs(request.initialSeats, estimatedServiceMs - (nowMs - request.startMs));
      queue.boundNextDispatch();
    }
    if (request.additionalLatencyMs <= 0) {
      this.#release(request);
      return;
    }
    this.#parts.runAfter(request.additionalLatencyMs, () => {
      this.#sync();
      this.#release(request);
    });
    this.#dispatchAll();
  }

  /** Leaves its queue at once. Does nothing for a request that does not wait. */
  cancel(request: QueuedRequest): void {
    const queue = this.#queues[request.queueIndex];
    if (request.state !== 'waiting' || queue === undefined) return;
    this.#sync();
    this.#dequeue(request, queue);
    queue.boundNextDispatch();
    this.#depart(request, 'cancelled');
    this.#dispatchAll();
  }

  /** Undefined for a queue that has not been used yet. */
  queueAt(index: number): Queue | undefined {
    return this.#queues[index];
  }

  /** The queues that have been used, in the order of their indexes. */
  usedQueues(): readonly Queue[] {
    return Object.values(this.#queues);
  }

  /** Moves virtual time on. To be called before anything changes. */
  #sync(): number {
    return this.#syncTo(this.#parts.now());
  }

  #syncTo(nowMs: number): number {
    this.changedMs = nowMs;
    const active = this.#activeQueues;
    const seats = Math.min(this.#queuedSeatsInUse + this.seatsWaiting, this.#configuration.concurrencyLimit);
    this.#clock.advance(nowMs, active === 0 ? 0 : seats / active);
    if (this.#clock.isLarge) this.#rebase(this.#clock.restart());
    return nowMs;
  }

  /** Only differences count. */
  #rebase(by: number): void {
    this.#queues.forEach((queue) => {
      queue.nextDispatchR -= by;
      for (let each = queue.first; each !== undefined; each = each.after) each.arrivalR -= by;
    });
  }

  /** Of the hand, the queue with the least work waiting. The search begins with another card each time. */
  #chooseQueue(hand: readonly number[]): Queue {
    const size = hand.length;
    const offset = size === 0 ? 0 : this.#enqueues % size;
    this.#enqueues += 1;
    let chosen: Queue | undefined;
    for (let step = 0; step < size; step += 1) {
      const queue = this.#queueOf(hand[(offset + step) % size] ?? 0);
      if (chosen === undefined || queue.totalWork < chosen.totalWork) chosen = queue;
      if (chosen.totalWork === 0) return chosen;
    }
    return chosen ?? this.#queueOf(0);
  }

  #queueOf(index: number): Queue {
    return (this.#queues[index] ??= new Queue(index));
  }

  #refuseLate(queue: Queue, nowMs: number): void {
    const latestMs = nowMs - this.#configuration.waitLimitMs;
    for (let late = queue.first; late !== undefined && late.arrivalMs < latestMs; late = queue.first) {
      if (!this.#lateRefusals.take(nowMs)) break;
      this.#dequeue(late, queue);
      this.#depart(late, 'time-out');
    }
    queue.boundNextDispatch();
  }

  #canSeat(seats: number): boolean {
    const { concurrencyLimit } = this.#configuration;
    if (seats > concurrencyLimit) return this.executing === 0;
    return this.seatsInUse + seats <= concurrencyLimit;
  }

  #enqueue(request: QueuedRequest, queue: Queue): void {
    request.state = 'waiting';
    if (!queue.isActive) this.#activeQueues += 1;
    queue.add(request);
    this.#waitingQueues.add(queue);
    this.waiting += 1;
    this.seatsWaiting += request.maxSeats;
    queue.boundNextDispatch();
  }

  #dequeue(request: QueuedRequest, queue: Queue): void {
    queue.remove(request);
    if (queue.length === 0) this.#waitingQueues.remove(queue);
    if (!queue.isActive) this.#activeQueues -= 1;
    this.waiting -= 1;
    this.seatsWaiting -= request.maxSeats;
  }

  /** As long as the one that is next finds its seats, or may be overtaken. */
  #dispatchAll(): void {
    while (this.waiting > 0 && this.seatsInUse < this.#configuration.concurrencyLimit && this.#dispatchNext());
  }

  #dispatchNext(): boolean {
    const queue = this.#nextQueue();
    const request = queue?.first;
    if (queue === undefined || request === undefined) return false;
    this.#waitingQueues.note(queue, this.#clock.r);
    this.#dequeue(request, queue);
    this.#execute(request, this.#parts.now());
    queue.boundNextDispatch();
    request.departed('execute');
    return true;
  }

  /**
   * Requests of one seat overtake a wide one that is next and does not find its seats, as long as those of one seat leave
   * room for it: it waits for the end of other wide ones, and not for them. Else a flow of wide requests that hold their
   * seats for long would keep all others waiting beside seats that nobody has. One that wants the level for itself is not
   * overtaken.
   */
  #nextQueue(): Queue | undefined {
    const { queues, concurrencyLimit } = this.#configuration;
    const choice = { queues, nowMs: this.changedMs, seats: Infinity };
    const queue = this.#waitingQueues.next(choice);
    const request = queue?.first;
    if (request === undefined || this.#canSeat(request.maxSeats)) return queue;
    const leavesRoom = this.#narrowSeatsInUse + 1 + request.maxSeats <= concurrencyLimit;
    return leavesRoom ? this.#waitingQueues.next({ ...choice, seats: 1 }) : undefined;
  }

  #execute(request: QueuedRequest, nowMs: number): void {
    const queue = this.#queues[request.queueIndex];
    request.state = 'executing';
    request.startMs = nowMs;
    this.executing += 1;
    this.seatsInUse += request.maxSeats;
    if (request.maxSeats === 1) this.#narrowSeatsInUse += 1;
    if (queue === undefined) return;
    if (!queue.isActive) this.#activeQueues += 1;
    queue.executing += 1;
    if (request.initialSeats > 1) queue.countWide(request, 1);
    queue.seatsInUse += request.maxSeats;
    queue.nextDispatchR += request.totalWork;
    this.#queuedSeatsInUse += request.maxSeats;
  }

  #depart(request: QueuedRequest, departure: Departure): void {
    request.state = 'over';
    request.departed(departure);
    request.over();
  }

  #release(request: QueuedRequest): void {
    const queue = this.#queues[request.queueIndex];
    this.seatsInUse -= request.maxSeats;
    if (request.maxSeats === 1) this.#narrowSeatsInUse -= 1;
    if (queue !== undefined) {
      queue.seatsInUse -= request.maxSeats;
      this.#queuedSeatsInUse -= request.maxSeats;
      this.#dropSurplus(queue);
    }
    request.state = 'over';
    request.over();
    this.#dispatchAll();
  }

  /** Queues that are no longer dealt go when they are empty. */
  #dropSurplus(queue: Queue): void {
    if (queue.index < this.#configuration.queues || queue.isActive || queue.seatsInUse > 0) return;
    Reflect.deleteProperty(this.#queues, queue.index);
  }
}
