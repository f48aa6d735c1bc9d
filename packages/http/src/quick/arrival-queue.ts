/**
 * The order of requests that arrive together. As many as a turn of the event loop has room for are handed on at once;
 * beyond that, clients take turns, whoever has sent how many, and the rest is left to later turns. Ten thousand
 * connections of one client, each with a request, hold up the others for one turn, and not for ten thousand requests.
 *
 * It keeps one request of an exchange that is under way: of connections, or streams, which bound it.
 */
import type { IncomingHttpHeaders } from 'node:http';

import type { ClientConnection } from '../client-connection.ts';

/** One takes some 0.03 ms. */
const mostPerTurn = 64;
/** Counted from here on by turns: fewer cost nothing but counting. */
const someOfATurn = mostPerTurn / 2;

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
  #passed = 0;
  #isScheduled = false;

  /** Returns true if a request may be handed on at once. If it returns false, the request has to `wait`. */
  passes(): boolean {
    if (this.#clients.size > 0) return false;
    this.#passed += 1;
    if (this.#passed < someOfATurn) return true;
    this.#schedule();
    return this.#passed <= mostPerTurn;
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
    for (let count = 0; count < mostPerTurn; count += 1) {
      const next = this.#takeNext();
      if (next === undefined) return;
      next.handOn();
    }
  };

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
