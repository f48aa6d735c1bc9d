/**
 * Flow control: finds the flow of each request, and lets it wait for its seats, or refuses it.
 *
 *     ask ─ schema ─ flow ─ level ─┬─▶ exempt ─────────▶ executing ─ done
 *                                  └─▶ estimate ─ queue ─┬─▶ executing ─ done
 *                                                        └─▶ refused
 *
 * A request that does not wait costs no memory but what is used again. It does not know HTTP.
 */
import type { ObjectRef } from '@keelson/meta';
import type { Metrics } from '@keelson/telemetry';

import { createWorkEstimator, type WorkEstimator } from './estimate/estimate-work.ts';
import { WatchTracker } from './estimate/watch-tracker.ts';
import type { FlowRequest, RequestKind } from './flow-request.ts';
import { FlowConfiguration } from './levels/configuration.ts';
import type { SchemaInForce } from './levels/schema-in-force.ts';
import { createFlowMetrics, type LevelFigures, type FlowRefusal } from './metrics/flow-metrics.ts';
import { KindSamples } from './metrics/kind-samples.ts';
import type { Queue } from './queues/queue.ts';
import type { Departure } from './queues/queued-request.ts';
import { Ticket, type TicketObserver } from './ticket.ts';

export interface FlowControlOptions {
  /** Requests that are carried out at a time, if each takes one seat. */
  readonly seats: number;
  readonly requestTimeoutMs: number;
  readonly domain: string;
  readonly metrics: Metrics;
  /** Objects of the resource, in all namespaces; `undefined` where that is not known. */
  readonly countObjects: (resource: ObjectRef) => number | undefined;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
  readonly runAfter?: (ms: number, run: () => void) => void;
}

/** Of the time limit of requests: so long may one wait when others come to its queue. */
const waitShare = 4;
/** Tickets that are kept to be used again. */
const mostSpare = 1_000;

export class FlowControl implements TicketObserver {
  readonly configuration: FlowConfiguration;
  /** Its clock: milliseconds from some fixed moment. */
  readonly now: () => number;
  readonly #estimate: WorkEstimator;
  readonly #watches = new WatchTracker();
  readonly #spare: Ticket[] = [];
  readonly #executing: KindSamples;
  readonly #waiting: KindSamples;

  constructor(options: FlowControlOptions) {
    const { seats, requestTimeoutMs, domain, metrics, countObjects } = options;
    const { now = () => performance.now(), runAfter = runLater } = options;
    this.now = now;
    this.#estimate = createWorkEstimator({ countObjects, countWatches: (object) => this.#watches.countFor(object) });
    const flowMetrics = createFlowMetrics(metrics, () => this.#figures());
    this.#executing = new KindSamples(flowMetrics, 'executing', now());
    this.#waiting = new KindSamples(flowMetrics, 'waiting', now());
    this.configuration = new FlowConfiguration({
      seats,
      domain,
      metrics: flowMetrics,
      waitLimitMs: requestTimeoutMs / waitShare,
      now,
      runAfter,
    });
  }

  /** The schema that takes a request. Cost: a few look-ups. */
  classify({ user, attributes }: Pick<FlowRequest, 'user' | 'attributes'>): SchemaInForce {
    const { schemas, catchAll } = this.configuration;
    return schemas.find(user, attributes)?.kept ?? catchAll;
  }

  /** `undefined` refuses the request at once. */
  ask(request: FlowRequest, schema: SchemaInForce): Ticket | undefined {
    const ticket = this.#spare.pop() ?? new Ticket(this);
    ticket.request = request;
    ticket.schema = schema;
    const { queueSet } = schema.level;
    if (queueSet === undefined) {
      ticket.state = 'executing';
      ticket.startMs = this.now();
      this.#begin(ticket, schema);
      return ticket;
    }
    const { cells, level } = schema;
    const flow = schema.flowOf(request);
    ticket.flow = flow;
    const estimate = this.#estimate(request, cells);
    const refusal = queueSet.begin(ticket, flow.handOf(level.dealing), estimate);
    if (refusal !== undefined) {
      schema.accounts.of(request.user.name).refused += 1;
      cells.observeSeats(Math.max(estimate.initialSeats, estimate.finalSeats));
      this.#countRefusal(schema, refusal, 0);
      this.#recycle(ticket);
      return undefined;
    }
    const queue = queueSet.queueAt(ticket.queueIndex);
    if (isSeatedAlone(ticket, queue)) {
      cells.noteSeated();
      this.#seat(ticket, schema);
      return ticket;
    }
    const isWaiting = ticket.state === 'waiting';
    cells.observeSeats(ticket.maxSeats);
    if (queue !== undefined) cells.observeQueueLength(queue.length + (isWaiting ? 0 : 1));
    if (isWaiting) this.#wait(ticket, schema);
    else if (!ticket.hasBegun) this.#begin(ticket, schema);
    return ticket;
  }

  /** A watch has begun: those who write will be told how many hear of it. Returns the function that ends it. */
  watch(watched: ObjectRef): () => void {
    return this.#watches.add(watched);
  }

  /** Requests that are being carried out. */
  count(kind: RequestKind): number {
    return this.#executing.count(kind);
  }

  /** The most requests at once in the last whole second that were carried out, or that waited for their seats. */
  peak(kind: RequestKind, phase: 'executing' | 'waiting'): number {
    return (phase === 'executing' ? this.#executing : this.#waiting).peak(kind, this.now());
  }

  onDeparted(ticket: Ticket, departure: Departure): void {
    const { schema } = ticket;
    if (schema === undefined) return;
    const { settle } = ticket;
    // One whose turn came at once was never told to wait.
    if (settle !== undefined) {
      schema.cells.waiting -= 1;
      const nowMs = this.now();
      schema.level.samples?.waiting.add(-1, nowMs);
      if (ticket.request !== undefined) this.#waiting.add(ticket.request.work, -1, nowMs);
    }
    if (departure === 'execute') this.#begin(ticket, schema);
    else {
      this.#countRefusal(schema, departure, (this.now() - ticket.arrivalMs) / 1000);
      if (departure === 'time-out' && ticket.request !== undefined) {
        schema.accounts.of(ticket.request.user.name).refused += 1;
      }
    }
    settle?.(departure === 'execute');
  }

  onDone(ticket: Ticket): void {
    const { schema, request } = ticket;
    if (schema === undefined || request === undefined) return;
    const { level, cells } = schema;
    if (ticket.state === 'waiting') {
      level.queueSet?.cancel(ticket);
      return;
    }
    const nowMs = this.now();
    cells.observeExecution((nowMs - ticket.startMs) / 1000, request.work === 'watch');
    this.#executing.add(request.work, -1, nowMs);
    charge(schema, ticket, request, nowMs);
    if (ticket.flow === undefined) {
      ticket.state = 'over';
      this.#recycle(ticket);
      return;
    }
    cells.executing -= 1;
    level.samples?.executing.add(-1, nowMs);
    level.queueSet?.finish(ticket, nowMs);
  }

  onOver(ticket: Ticket): void {
    const { schema } = ticket;
    if (schema === undefined) return;
    const { level, cells } = schema;
    if (ticket.hasBegun) {
      cells.seatsInUse -= ticket.maxSeats;
      level.samples?.seats.add(-ticket.maxSeats, level.queueSet?.changedMs ?? this.now());
    }
    this.#recycle(ticket);
    if (level.isQuiescing && level.isIdle) this.configuration.dropDrained();
  }

  #begin(ticket: Ticket, schema: SchemaInForce): void {
    const { cells } = schema;
    cells.dispatched.add();
    if (ticket.flow !== undefined) cells.observeWait(ticket.waitedMs / 1000, true);
    this.#seat(ticket, schema);
  }

  #seat(ticket: Ticket, { cells, level }: SchemaInForce): void {
    const { request } = ticket;
    ticket.hasBegun = true;
    if (request !== undefined) this.#executing.add(request.work, 1, ticket.startMs);
    if (ticket.flow === undefined) return;
    cells.executing += 1;
    cells.seatsInUse += ticket.maxSeats;
    level.samples?.executing.add(1, ticket.startMs);
    level.samples?.seats.add(ticket.maxSeats, ticket.startMs);
  }

  #wait(ticket: Ticket, { cells, level }: SchemaInForce): void {
    cells.waiting += 1;
    level.samples?.waiting.add(1, ticket.arrivalMs);
    if (ticket.request !== undefined) this.#waiting.add(ticket.request.work, 1, ticket.arrivalMs);
    ticket.waiting = new Promise((resolve) => {
      ticket.settle = resolve;
    });
  }

  #countRefusal({ cells }: SchemaInForce, reason: FlowRefusal, seconds: number): void {
    cells.countRefusal(reason);
    cells.observeWait(seconds, false);
  }

  /** One that waited is held by its request longer than it is in use. */
  #recycle(ticket: Ticket): void {
    const isReusable = ticket.waiting === undefined && this.#spare.length < mostSpare;
    ticket.state = 'over';
    ticket.hasBegun = false;
    ticket.request = undefined;
    ticket.schema = undefined;
    ticket.flow = undefined;
    ticket.queueIndex = -1;
    ticket.settle = undefined;
    if (isReusable) this.#spare.push(ticket);
  }

  *#figures(): Iterable<LevelFigures> {
    const nowMs = this.now();
    this.#executing.catchUp(nowMs);
    this.#waiting.catchUp(nowMs);
    for (const level of this.configuration.levels()) {
      level.samples?.catchUp(nowMs);
      if (level.queueSet === undefined) continue;
      const { currentR: r, lastDispatch: dispatch, configuration } = level.queueSet;
      yield { name: level.name, seats: configuration.concurrencyLimit, r, dispatch };
    }
  }
}

/** The usual case, of which it is enough to know how often it was. */
function isSeatedAlone({ state, hasBegun, maxSeats }: Ticket, queue: Queue | undefined): boolean {
  return state === 'executing' && !hasBegun && maxSeats === 1 && queue?.length === 0;
}

function charge({ accounts, cells }: SchemaInForce, ticket: Ticket, request: FlowRequest, nowMs: number): void {
  const account = accounts.of(request.user.name);
  account.requests += 1;
  if (request.work === 'watch') account.watches += 1;
  else if (request.attributes.verb === 'list') account.lists += 1;
  // An exempt request has no seat, and is as much work as if it had one.
  const isLimited = ticket.flow !== undefined;
  if (isLimited) account.waitedMs += ticket.waitedMs;
  const seatMs = (nowMs - ticket.startMs) * (isLimited ? ticket.initialSeats : 1);
  account.spend(seatMs, nowMs);
  cells.seatSeconds.add(seatMs / 1000);
}

function runLater(ms: number, run: () => void): void {
  setTimeout(run, ms).unref();
}
