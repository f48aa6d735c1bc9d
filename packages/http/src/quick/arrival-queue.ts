/**
 * The order of requests that arrive together. As many as there is time for in a turn of the event loop are handed on at
 * once; beyond that, clients take turns, whoever has sent how many, and the rest is left to later turns. Ten thousand
 * connections of one client, each with a request, hold up the others for one turn, and not for ten thousand requests.
 *
 * It keeps one request of an exchange that is under way: of connections, or streams, which bound it.
 */
import type { IncomingHttpHeaders } from 'node:http';

import type { ClientConnection } from '../client-connection.ts';

/**
 * A get takes some 0.03 ms; a refusal beside thousands of busy connections takes 0.2 ms, which a number of requests would
 * not tell.
 */
const mostMsPerTurn = 2;
/** The clock is read from here on: fewer cost nothing but counting. */
const uncounted = 16;

export interface ArrivalLimits {
  /**
   * Requests handed on in a turn of the event loop, where the work follows in a promise's continuation, so that no time has
   * passed when the next one is handed on. No limit but that of time by default.
   */
  readonly mostPerTurn?: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

interface Waiting {
  readonly handOn: () => void;
  next: Waiting | undefined;
}

/** Requests of one client, in the order in which they came. */
interface ClientQueue {
  first: Waiting;
  last: Waiting;
}

/**
 * The client, as a request says it, since nobody is authenticated yet: one that lies takes more turns, and nothing else.
 */
export function nameArrival(headers: IncomingHttpHeaders, { remoteAddress }: ClientConnection): string {
  const { authorization = remoteAddress } = headers;
  return `${authorization}\n${String(headers['impersonate-user'])}`;
}

export class ArrivalQueue {
  /** The client whose turn is next comes first. */
  readonly #clients = new Map<string, ClientQueue>();
  readonly #now: () => number;
  readonly #most: number;
  readonly #uncounted: number;
  #passed = 0;
  /** When more than a few had been handed on in this turn. */
  #sinceMs = 0;
  #isScheduled = false;

  constructor({ mostPerTurn = Infinity, now = () => performance.now() }: ArrivalLimits = {}) {
    this.#now = now;
    this.#most = mostPerTurn;
    this.#uncounted = Math.min(uncounted, mostPerTurn / 2);
  }

  /** Returns true if a request may be handed on at once. If it returns false, the request has to `wait`. */
  passes(): boolean {
    if (this.#clients.size > 0) return false;
    this.#passed += 1;
    if (this.#passed < this.#uncounted) return true;
    if (!this.#isScheduled) this.#sinceMs = this.#now();
    this.#schedule();
    return this.#hasRoomFor(this.#passed);
  }

  /** `client`: requests that have this in common take turns with others as one. */
  wait(client: string, handOn: () => void): void {
    const waiting: Waiting = { handOn, next: undefined };
    const queue = this.#clients.get(client);
    if (queue === undefined) this.#clients.set(client, { first: waiting, last: waiting });
    else queue.last = queue.last.next = waiting;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#isScheduled = false;
    this.#passed = 0;
    // Before anything is handed on: if that throws, the others still have their turn.
    if (this.#clients.size > 0) this.#schedule();
    this.#sinceMs = this.#now();
    let count = 0;
    do {
      const next = this.#takeNext();
      if (next === undefined) return;
      next.handOn();
      count += 1;
    } while (this.#hasRoomFor(count + 1));
  };

  #hasRoomFor(count: number): boolean {
    return count <= this.#most && this.#now() - this.#sinceMs < mostMsPerTurn;
  }

  #takeNext(): Waiting | undefined {
    for (const [client, queue] of this.#clients) {
      const { first } = queue;
      this.#clients.delete(client);
      if (first.next !== undefined) this.#clients.set(client, { first: first.next, last: queue.last });
      return first;
    }
    return undefined;
  }
}
