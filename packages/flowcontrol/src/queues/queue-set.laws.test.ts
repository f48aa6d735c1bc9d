/** Laws of queue sets, held against a plain model that keeps no sums and searches everything each time. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ManualClock } from '../testing/manual-clock.ts';
import { QueuedRequest, type Departure, type WorkEstimate } from './queued-request.ts';
import { QueueSet } from './queue-set.ts';
import { PlainQueueSet } from './testing/plain-queue-set.ts';

class NotedRequest extends QueuedRequest {
  readonly id: number;
  readonly #log: string[];
  isOver = false;

  constructor(id: number, log: string[]) {
    super();
    this.id = id;
    this.#log = log;
  }

  override departed(departure: Departure): void {
    this.#log.push(`${departure} ${this.id}`);
  }

  override over(): void {
    if (this.isOver) throw new Error(`${this.id} is over twice`);
    this.isOver = true;
  }
}

type Step =
  | { readonly do: 'ask'; readonly hand: readonly number[]; readonly estimate: WorkEstimate }
  | { readonly do: 'finish' | 'cancel'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number };

const queues = 6;
const estimate: fc.Arbitrary<WorkEstimate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ initialSeats: 1, finalSeats: 0, additionalLatencyMs: 0 }) },
  fc.record({
    initialSeats: fc.integer({ min: 1, max: 10 }),
    finalSeats: fc.constant(0),
    additionalLatencyMs: fc.constant(0),
  }),
  fc.record({
    initialSeats: fc.constant(1),
    finalSeats: fc.integer({ min: 1, max: 5 }),
    additionalLatencyMs: fc.integer({ min: 1, max: 20 }),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      hand: fc.uniqueArray(fc.integer({ min: 0, max: queues - 1 }), { minLength: 2, maxLength: 2 }),
      estimate,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('finish' as const), which: fc.nat() }) },
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat() }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40 }) }) },
);

const configuration = { concurrencyLimit: 4, queues, queueLengthLimit: 3, waitLimitMs: 100 };

/** Makes the steps, and tells everything that came of them. */
class Run {
  readonly log: string[] = [];
  readonly clock = new ManualClock();
  readonly requests: NotedRequest[] = [];
  readonly set: QueueSet;

  constructor() {
    this.set = new QueueSet(configuration, this.clock);
  }

  take(taken: Step): void {
    switch (taken.do) {
      case 'ask': {
        const request = new NotedRequest(this.requests.length, this.log);
        this.requests.push(request);
        const refusal = this.set.begin(request, taken.hand, taken.estimate);
        if (refusal === undefined) this.log.push(`${request.state} ${request.id}`);
        else this.log.push(`${refusal} ${request.id}`);
        return;
      }
      case 'finish': {
        const executing = this.requests.filter(({ state }) => state === 'executing');
        const found = executing[taken.which % executing.length];
        if (found !== undefined) this.set.finish(found);
        return;
      }
      case 'cancel': {
        const waiting = this.requests.filter(({ state }) => state === 'waiting');
        const found = waiting[taken.which % waiting.length];
        if (found !== undefined) this.set.cancel(found);
        return;
      }
      case 'wait':
        this.clock.advance(taken.ms);
    }
  }

  /** Until nobody waits, and all is given back. */
  drain(): void {
    while (this.set.waiting > 0 || this.set.seatsInUse > 0) {
      for (const each of this.requests) if (each.state === 'executing') this.set.finish(each);
      this.clock.advance(100);
    }
  }
}

describe('a queue set', () => {
  it('serves in the order of the plain model, and refuses what it refuses', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const run = new Run();
        const plain = new PlainQueueSet(configuration);
        for (const each of steps) {
          run.take(each);
          plain.take(each);
          expect(run.log).toEqual(plain.log);
          expect(run.set.seatsInUse).toBe(plain.seatsInUse());
          expect(run.set.currentR).toBe(plain.r);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lets nobody starve, and never loses a seat', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const run = new Run();
        for (const each of steps) run.take(each);
        run.drain();
        const { waiting, executing, seatsInUse, seatsWaiting } = run.set;
        expect({ waiting, executing, seatsInUse, seatsWaiting }).toEqual({
          waiting: 0,
          executing: 0,
          seatsInUse: 0,
          seatsWaiting: 0,
        });
        const refused = run.log.filter((line) => /^(queue-full|concurrency-limit)/.test(line)).length;
        expect(run.requests.filter(({ isOver }) => isOver)).toHaveLength(run.requests.length - refused);
      }),
    );
  });

  it('has no seat in use after 100,000 requests that finish, leave or wait too long at random', () => {
    const random = createRandom(7);
    const run = new Run();
    const begun = new Set<NotedRequest>();
    for (let id = 0; id < 100_000; id += 1) {
      const request = new NotedRequest(id, []);
      const first = random(queues);
      const refusal = run.set.begin(request, [first, (first + 1) % queues], randomEstimate(random));
      if (refusal === undefined) begun.add(request);
      for (const each of begun) {
        if (each.isOver || each.state === 'leaving') begun.delete(each);
        else endSome(run.set, each, random);
      }
      if (random(2) === 0) run.clock.advance(random(4));
    }
    for (const each of begun) run.set.cancel(each);
    for (const each of begun) if (each.state === 'executing') run.set.finish(each);
    run.clock.advance(10_000);
    const { waiting: left, executing: busy, seatsInUse } = run.set;
    expect({ left, busy, seatsInUse }).toEqual({ left: 0, busy: 0, seatsInUse: 0 });
  });

  it('lets requests of one seat overtake a wide one that does not find its seats, as long as they leave room for it', () => {
    const log: string[] = [];
    const clock = new ManualClock();
    const set = new QueueSet({ ...configuration, concurrencyLimit: 6, queueLengthLimit: 50 }, clock);
    let asked = 0;
    const ask = (queue: number, initialSeats: number, latencyMs = 0) => {
      const request = new NotedRequest(asked, log);
      asked += 1;
      const finalSeats = latencyMs > 0 ? 1 : 0;
      set.begin(request, [queue], { initialSeats, finalSeats, additionalLatencyMs: latencyMs });
      return request;
    };
    const first = ask(0, 3);
    const wide = ask(1, 4);
    // Later in virtual time than the wide one.
    const narrow = [ask(2, 1, 20), ask(3, 1, 20), ask(4, 1, 20)];
    expect([wide, ...narrow].map(({ state }) => state)).toEqual(['waiting', 'executing', 'executing', 'waiting']);
    set.finish(first);
    expect([wide, ...narrow].map(({ state }) => state)).toEqual(['executing', 'executing', 'executing', 'waiting']);
  });

  it('refuses thousands that are late together over some time', () => {
    const log: string[] = [];
    const clock = new ManualClock();
    const set = new QueueSet(configuration, clock);
    const ask = (id: number, initialSeats: number) => {
      const request = new NotedRequest(id, log);
      set.begin(request, [0], { initialSeats, finalSeats: 0, additionalLatencyMs: 0 });
      return request;
    };
    const first = ask(0, 1);
    // No queue is full as long as there are free seats.
    for (let id = 1; id <= 1_000; id += 1) ask(id, 4);
    clock.advance(configuration.waitLimitMs + 1);
    ask(1_001, 4);
    expect(log.length).toBe(32);
    for (let passedMs = 0; set.waiting > 100; passedMs += 100) {
      expect(passedMs).toBeLessThan(8_000);
      clock.advance(100);
      ask(1_002 + passedMs, 4);
    }
    expect(new Set(log.map((line) => line.split(' ')[0]))).toEqual(new Set(['time-out']));
    set.finish(first);
    expect(set.executing).toBe(1);
  });

  it('goes on in order when virtual time begins anew', () => {
    const log: string[] = [];
    const clock = new ManualClock();
    const set = new QueueSet({ ...configuration, concurrencyLimit: 1 }, clock);
    const ask = (id: number, hand: readonly number[]) => {
      const request = new NotedRequest(id, log);
      set.begin(request, hand, { initialSeats: 1, finalSeats: 0, additionalLatencyMs: 0 });
      return request;
    };
    const first = ask(0, [0]);
    clock.advance(2 ** 50 / 100_000 + 1);
    ask(1, [0]);
    ask(2, [1]);
    ask(3, [0]);
    set.finish(first);
    expect(set.currentR).toBeLessThan(2 ** 50);
    expect(log).toEqual(['execute 2']);
  });
});

function endSome(set: QueueSet, request: QueuedRequest, random: (below: number) => number): void {
  if (random(30) === 0) set.cancel(request);
  else if (request.state === 'executing' && random(4) === 0) set.finish(request);
}

/** Now and then a wide one, or one that keeps its seats for longer. */
function randomEstimate(random: (below: number) => number): WorkEstimate {
  return {
    initialSeats: random(10) > 7 ? 1 + random(10) : 1,
    finalSeats: random(10) > 8 ? random(6) : 0,
    additionalLatencyMs: random(10) > 8 ? random(5) : 0,
  };
}

/** The same numbers each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return below === 0 ? 0 : (state >>> 8) % below;
  };
}
