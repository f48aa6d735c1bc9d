/** The cost of each client of a flow schema: requests, refusals, what it was sent, and seats times seconds, of late and in all. */

/** Of one schema. What others cost is counted together. */
const mostClients = 500;
const otherClients = '(others)';

/** Seat-seconds of one minute count half in the next. */
const minuteMs = 60_000;

export interface ClientCost {
  readonly user: string;
  readonly requests: number;
  readonly lists: number;
  readonly watches: number;
  readonly refused: number;
  /** Events that its watches were sent. */
  readonly events: number;
  /** Of the bodies of its answers; of a watch, as its events are sent. */
  readonly bytesOut: number;
  readonly waitedSeconds: number;
  readonly seatSeconds: number;
  /** Those of the minute before count half, and so on. */
  readonly recentSeatSeconds: number;
}

export class ClientAccount {
  readonly user: string;
  requests = 0;
  lists = 0;
  watches = 0;
  refused = 0;
  events = 0;
  bytesOut = 0;
  waitedMs = 0;
  seatMs = 0;
  #recentSeatMs = 0;
  /** Until then it is the same minute. */
  #minuteEndMs = 0;

  constructor(user: string) {
    this.user = user;
  }

  spend(seatMs: number, nowMs: number): void {
    this.seatMs += seatMs;
    if (nowMs >= this.#minuteEndMs) this.#beginMinute(nowMs);
    this.#recentSeatMs += seatMs;
  }

  costAt(nowMs: number): ClientCost {
    if (nowMs >= this.#minuteEndMs) this.#beginMinute(nowMs);
    const { user, requests, lists, watches, refused, events, bytesOut } = this;
    return {
      user,
      requests,
      lists,
      watches,
      refused,
      events,
      bytesOut,
      waitedSeconds: this.waitedMs / 1000,
      seatSeconds: this.seatMs / 1000,
      recentSeatSeconds: this.#recentSeatMs / 1000,
    };
  }

  #beginMinute(nowMs: number): void {
    const minutes = Math.floor((nowMs - this.#minuteEndMs) / minuteMs) + 1;
    this.#recentSeatMs /= 2 ** minutes;
    this.#minuteEndMs += minutes * minuteMs;
  }
}

export class ClientAccounts {
  readonly #accounts = new Map<string, ClientAccount>();
  /** Asked for several times for each request. */
  #last: ClientAccount | undefined;

  of(user: string): ClientAccount {
    const last = this.#last;
    if (last?.user === user) return last;
    return (this.#last = this.#accounts.get(user) ?? this.#open(user));
  }

  costsAt(nowMs: number): readonly ClientCost[] {
    return [...this.#accounts.values()].map((account) => account.costAt(nowMs));
  }

  #open(user: string): ClientAccount {
    if (this.#accounts.size >= mostClients && user !== otherClients) return this.of(otherClients);
    const account = new ClientAccount(user);
    this.#accounts.set(user, account);
    return account;
  }
}
