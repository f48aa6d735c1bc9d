/**
 * A request's hold on its priority level: a place in a queue, then its seats. Tickets of requests that did not wait are
 * used again.
 */
import type { FlowRequest } from './flow-request.ts';
import type { Flow } from './levels/flow.ts';
import { describeSchema, type SchemaInForce } from './levels/schema-in-force.ts';
import { QueuedRequest, type Departure } from './queues/queued-request.ts';

/** Told of the changes in the life of a ticket. */
export interface TicketObserver {
  onDeparted(ticket: Ticket, departure: Departure): void;
  onOver(ticket: Ticket): void;
  onDone(ticket: Ticket): void;
}

export class Ticket extends QueuedRequest {
  /** Undefined while it is of no request. */
  request: FlowRequest | undefined = undefined;
  schema: SchemaInForce | undefined = undefined;
  flow: Flow | undefined = undefined;
  /** Undefined for one that did not have to wait; else resolves to whether its turn came. Never rejects. */
  waiting: Promise<boolean> | undefined = undefined;
  /** Its turn has come. */
  hasBegun = false;
  /** For `waiting`. */
  settle: ((hasBegun: boolean) => void) | undefined = undefined;
  readonly #observer: TicketObserver;

  constructor(observer: TicketObserver) {
    super();
    this.#observer = observer;
  }

  /** The request is answered, or waits for its client, or will not be carried out. May be called more than once. */
  done(): void {
    if (this.state === 'waiting' || this.state === 'executing') this.#observer.onDone(this);
  }

  override departed(departure: Departure): void {
    this.#observer.onDeparted(this, departure);
  }

  override over(): void {
    this.#observer.onOver(this);
  }

  /** For people, in one line. */
  describe(): string {
    const { schema, flow, queueIndex, maxSeats, waitedMs } = this;
    const names = schema === undefined ? '' : describeSchema(schema);
    if (flow === undefined) return `${names}, exempt`;
    const place = queueIndex < 0 ? '' : `, queue=${queueIndex}`;
    return `${names}${place}, waited=${(waitedMs / 1000).toFixed(3)}s, seats=${maxSeats}`;
  }

  /** The time that it waited. */
  get waitedMs(): number {
    return this.startMs - this.arrivalMs;
  }
}
