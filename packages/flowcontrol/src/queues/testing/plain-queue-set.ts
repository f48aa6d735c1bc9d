/**
 * For tests: a queue set as its description says it, in lists that are searched and summed up each time. It tells what
 * becomes of requests in the words of the tests.
 */
import type { WorkEstimate } from '../queued-request.ts';
import type { QueueSetConfiguration } from '../queue-set.ts';
import { seatsTimesMs } from '../seat-seconds.ts';

const serviceMs = 3;

interface PlainRequest extends WorkEstimate {
  readonly id: number;
  readonly queue: number;
  readonly arrivedMs: number;
  readonly arrivedR: number;
  state: 'waiting' | 'executing' | 'leaving' | 'over';
  startedMs: number;
  leavesMs: number;
}

type Step =
  | { readonly do: 'ask'; readonly hand: readonly number[]; readonly estimate: WorkEstimate }
  | { readonly do: 'finish' | 'cancel'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number };

function widthOf({ initialSeats, finalSeats }: WorkEstimate): number {
  return Math.max(initialSeats, finalSeats);
}

function workOf({ initialSeats, finalSeats, additionalLatencyMs }: WorkEstimate): number {
  return seatsTimesMs(initialSeats, serviceMs) + seatsTimesMs(finalSeats, additionalLatencyMs);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

export class PlainQueueSet {
  readonly log: string[] = [];
  r = 0;
  #nowMs = 0;
  #syncedMs = 0;
  #asked = 0;
  #enqueued = 0;
  #robin = -1;
  readonly #due: number[];
  readonly #requests: PlainRequest[] = [];
  readonly #configuration: QueueSetConfiguration;

  constructor(configuration: QueueSetConfiguration) {
    this.#configuration = configuration;
    this.#due = Array<number>(configuration.queues).fill(0);
  }

  seatsInUse(): number {
    return sum(this.#of('executing', 'leaving').map(widthOf));
  }

  take(step: Step): void {
    switch (step.do) {
      case 'ask':
        this.#ask(step.hand, step.estimate);
        return;
      case 'finish': {
        const executing = this.#inOrderOfAsking('executing');
        const found = executing[step.which % executing.length];
        if (found !== undefined) this.#finish(found);
        return;
      }
      case 'cancel': {
        const waiting = this.#inOrderOfAsking('waiting');
        const found = waiting[step.which % waiting.length];
        if (found !== undefined) this.#cancel(found);
        return;
      }
      case 'wait':
        this.#advance(step.ms);
    }
  }

  #of(...states: readonly PlainRequest['state'][]): PlainRequest[] {
    return this.#requests.filter(({ state }) => states.includes(state));
  }

  #inOrderOfAsking(state: PlainRequest['state']): PlainRequest[] {
    return this.#of(state).sort((a, b) => a.id - b.id);
  }

  #waitingIn(queue: number): PlainRequest[] {
    return this.#inOrderOfAsking('waiting').filter((each) => each.queue === queue);
  }

  #isActive(queue: number): boolean {
    return this.#of('waiting', 'executing').some((each) => each.queue === queue);
  }

  #sync(): void {
    const active = this.#due.filter((_, queue) => this.#isActive(queue)).length;
    const seats = sum(this.#of('waiting', 'executing', 'leaving').map(widthOf));
    if (active > 0) {
      const rate = Math.min(seats, this.#configuration.concurrencyLimit) / active;
      this.r += seatsTimesMs(rate, this.#nowMs - this.#syncedMs);
    }
    this.#syncedMs = this.#nowMs;
  }

  #ask(hand: readonly number[], estimate: WorkEstimate): void {
    this.#sync();
    const { concurrencyLimit, queueLengthLimit, waitLimitMs } = this.#configuration;
    const id = this.#asked;
    this.#asked += 1;
    const queue = this.#choose(hand);
    for (const late of this.#waitingIn(queue)) {
      if (late.arrivedMs >= this.#nowMs - waitLimitMs) break;
      late.state = 'over';
      this.log.push(`time-out ${late.id}`);
    }
    this.#bound(queue);
    if (this.seatsInUse() >= concurrencyLimit && this.#waitingIn(queue).length >= queueLengthLimit) {
      this.log.push(`queue-full ${id}`);
      return;
    }
    if (!this.#isActive(queue)) this.#due[queue] = this.r;
    const times = { arrivedMs: this.#nowMs, arrivedR: this.r, startedMs: 0, leavesMs: 0 };
    const request: PlainRequest = { ...estimate, ...times, id, queue, state: 'waiting' };
    this.#requests.push(request);
    this.#bound(queue);
    // A request that is served at once was never seen to wait.
    const before = this.log.length;
    this.#dispatch();
    const own = this.log.indexOf(`execute ${id}`, before);
    const wasAlone =
      own >= 0 && this.log.length === before + 1 && this.#of('waiting').length === 0 && this.#hadNoneWaiting;
    if (wasAlone) this.log.splice(own, 1);
    this.log.push(`${request.state} ${id}`);
  }

  #hadNoneWaiting = false;

  #choose(hand: readonly number[]): number {
    const offset = this.#enqueued % hand.length;
    this.#enqueued += 1;
    const order = hand.map((_, index) => hand[(offset + index) % hand.length] ?? 0);
    const work = (queue: number) => sum(this.#waitingIn(queue).map(workOf));
    return order.reduce((best, each) => (work(each) < work(best) ? each : best));
  }

  #bound(queue: number): void {
    const first = this.#waitingIn(queue)[0];
    if (first !== undefined) this.#due[queue] = Math.max(this.#due[queue] ?? 0, first.arrivedR);
  }

  #fits(request: PlainRequest): boolean {
    const { concurrencyLimit } = this.#configuration;
    if (widthOf(request) > concurrencyLimit) return this.#of('executing').length === 0;
    return this.seatsInUse() + widthOf(request) <= concurrencyLimit;
  }

  /** In the order in which they are due, those that may be served. */
  #next(): PlainRequest | undefined {
    const [next, ...others] = this.#firsts();
    if (next === undefined || this.#fits(next)) return next;
    const narrow = this.#of('executing', 'leaving').filter((each) => widthOf(each) === 1).length;
    const leavesRoom = narrow + 1 + widthOf(next) <= this.#configuration.concurrencyLimit;
    return leavesRoom ? others.find((each) => widthOf(each) === 1) : undefined;
  }

  #firsts(): readonly PlainRequest[] {
    const { queues } = this.#configuration;
    const firsts = this.#due.flatMap((_, queue) => this.#waitingIn(queue).slice(0, 1));
    const finish = ({ queue, ...request }: PlainRequest) =>
      (this.#due[queue] ?? 0) + this.#unaccounted(queue) + workOf(request);
    const distance = ({ queue }: PlainRequest) => (queue - this.#robin - 1 + queues) % queues;
    return firsts.sort((a, b) => finish(a) - finish(b) || distance(a) - distance(b));
  }

  /** The work of wide requests under way, beyond their estimates. */
  #unaccounted(queue: number): number {
    const wide = this.#of('executing').filter((each) => each.queue === queue && each.initialSeats > 1);
    const seatMs = wide.map(({ initialSeats, startedMs }) => initialSeats * (this.#nowMs - serviceMs - startedMs));
    return Math.max(0, seatsTimesMs(1, sum(seatMs)));
  }

  #dispatch(): void {
    this.#hadNoneWaiting = this.#of('waiting').length === 1;
    while (this.seatsInUse() < this.#configuration.concurrencyLimit) {
      const next = this.#next();
      if (next === undefined) return;
      this.#robin = next.queue;
      next.state = 'executing';
      next.startedMs = this.#nowMs;
      this.#due[next.queue] = (this.#due[next.queue] ?? 0) + workOf(next);
      this.#bound(next.queue);
      this.log.push(`execute ${next.id}`);
    }
  }

  #finish(request: PlainRequest): void {
    this.#sync();
    request.state = 'leaving';
    request.leavesMs = this.#nowMs + request.additionalLatencyMs;
    const tookMs = this.#nowMs - request.startedMs;
    this.#due[request.queue] = (this.#due[request.queue] ?? 0) - seatsTimesMs(request.initialSeats, serviceMs - tookMs);
    this.#bound(request.queue);
    if (request.additionalLatencyMs === 0) request.state = 'over';
    this.#dispatch();
  }

  #cancel(request: PlainRequest): void {
    this.#sync();
    request.state = 'over';
    this.log.push(`cancelled ${request.id}`);
    this.#bound(request.queue);
    this.#dispatch();
  }

  #advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const [next] = this.#of('leaving')
        .filter(({ leavesMs }) => leavesMs <= endMs)
        .sort((a, b) => a.leavesMs - b.leavesMs);
      if (next === undefined) break;
      this.#nowMs = Math.max(this.#nowMs, next.leavesMs);
      this.#sync();
      next.state = 'over';
      this.#dispatch();
    }
    this.#nowMs = endMs;
  }
}
