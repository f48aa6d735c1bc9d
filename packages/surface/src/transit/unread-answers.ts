/**
 * Responses that wait for clients to read them, by user, in bytes and number. A user above their share gets no further
 * large responses. Those beyond the budget nevertheless are cut off, the one that stalled longest first, but only after
 * some seconds: a client that reads, however slowly, keeps its responses.
 */
import { exceeds, Ledger, type Account, type Budgets, type LedgerEntry } from './ledger.ts';

export interface UnreadOptions {
  readonly budgets: Budgets;
  /** A response that has not progressed for this long may be cut off. */
  readonly patienceSeconds: number;
  /** The length of one second of `patienceSeconds`; shorter in tests. */
  readonly tickMs?: number;
}

export interface Unread {
  readonly entry: LedgerEntry<Waiting>;
}

interface Waiting {
  /** In ticks. */
  since: number;
  readonly cutOff: () => void;
}

const usualTickMs = 1_000;

export class UnreadAnswers {
  readonly #budgets: Budgets;
  readonly #patienceSeconds: number;
  readonly #tickMs: number;
  readonly #ledger = new Ledger<Waiting>();
  /** Counted while there is too much; a loop that stood still is not held against clients. */
  #ticks = 0;
  #isTicking = false;

  constructor({ budgets, patienceSeconds, tickMs = usualTickMs }: UnreadOptions) {
    this.#budgets = budgets;
    this.#patienceSeconds = patienceSeconds;
    this.#tickMs = tickMs;
  }

  /** False for users who have to take in other answers before they get another large one. */
  hasRoom(user: string): boolean {
    if (this.#ledger.count === 0) return true;
    const account = this.#ledger.accountOf(user);
    if (account === undefined) return true;
    const { perUser, total } = this.#budgets;
    return !exceeds(account, perUser) && !(exceeds(this.#ledger, total) && this.#ledger.isAboveMean(account));
  }

  /** An answer waits; `bytes` of it are in memory for its client alone. */
  begin(user: string, bytes: number, cutOff: () => void): Unread {
    const unread = { entry: this.#ledger.open(user, { since: 0, cutOff }) };
    this.renew(unread, bytes);
    return unread;
  }

  /** It has moved, and waits again. */
  renew({ entry }: Unread, bytes: number): void {
    entry.item.since = this.#ticks;
    this.#ledger.add(entry, bytes - entry.bytes);
    if (this.#isOver(entry.account)) this.#tickSoon();
  }

  /** It waits no more, or is over. */
  end({ entry }: Unread): void {
    this.#ledger.close(entry);
  }

  #isOver(account: Account<Waiting>): boolean {
    return exceeds(account, this.#budgets.perUser) || exceeds(this.#ledger, this.#budgets.total);
  }

  #tickSoon(): void {
    if (this.#isTicking) return;
    this.#isTicking = true;
    setTimeout(this.#tick, this.#tickMs).unref();
  }

  readonly #tick = (): void => {
    this.#isTicking = false;
    this.#ticks += 1;
    const accounts = [...this.#ledger.accounts()].sort((a, b) => b.bytes - a.bytes);
    for (const account of accounts) this.#relieve(account);
    if (accounts.some((account) => this.#isOver(account))) this.#tickSoon();
  };

  #relieve(account: Account<Waiting>): void {
    for (const entry of account.entries) {
      if (!this.#isOver(account)) return;
      if (this.#ticks - entry.item.since < this.#patienceSeconds) continue;
      this.#ledger.close(entry);
      entry.item.cutOff();
    }
  }
}
