/**
 * Accounts of data in transit: the entries and bytes that each user holds, and all users together. Decides nothing:
 * the owner of a ledger compares budgets.
 */

export interface Budget {
  readonly count: number;
  readonly bytes: number;
}

export interface Budgets {
  readonly perUser: Budget;
  readonly total: Budget;
}

interface Sum {
  readonly count: number;
  readonly bytes: number;
}

export function exceeds(sum: Sum, budget: Budget): boolean {
  return sum.count > budget.count || sum.bytes > budget.bytes;
}

export interface Account<Item> extends Sum {
  readonly user: string;
  /** The one that was opened first comes first. */
  readonly entries: ReadonlySet<LedgerEntry<Item>>;
}

export interface LedgerEntry<Item> {
  readonly account: Account<Item>;
  readonly item: Item;
  readonly bytes: number;
}

interface OpenAccount<Item> extends Account<Item> {
  count: number;
  bytes: number;
  readonly entries: Set<LedgerEntry<Item>>;
}

interface OpenEntry<Item> extends LedgerEntry<Item> {
  readonly account: OpenAccount<Item>;
  bytes: number;
}

/** An account exists while it has entries, so that users who hold nothing cost nothing. */
export class Ledger<Item> implements Sum {
  count = 0;
  bytes = 0;
  readonly #accounts = new Map<string, OpenAccount<Item>>();

  open(user: string, item: Item): LedgerEntry<Item> {
    let account = this.#accounts.get(user);
    if (account === undefined) {
      account = { user, count: 0, bytes: 0, entries: new Set() };
      this.#accounts.set(user, account);
    }
    const entry = { account, item, bytes: 0 };
    account.entries.add(entry);
    account.count += 1;
    this.count += 1;
    return entry;
  }

  /** Does nothing for an entry that is closed. */
  add(entry: LedgerEntry<Item>, bytes: number): void {
    const open = entry as OpenEntry<Item>;
    if (!open.account.entries.has(entry)) return;
    open.bytes += bytes;
    open.account.bytes += bytes;
    this.bytes += bytes;
  }

  /** Does nothing for an entry that is closed. */
  close(entry: LedgerEntry<Item>): void {
    const { account, bytes } = entry as OpenEntry<Item>;
    if (!account.entries.delete(entry)) return;
    account.count -= 1;
    account.bytes -= bytes;
    this.count -= 1;
    this.bytes -= bytes;
    if (account.count === 0) this.#accounts.delete(account.user);
  }

  accountOf(user: string): Account<Item> | undefined {
    return this.#accounts.get(user);
  }

  accounts(): Iterable<Account<Item>> {
    return this.#accounts.values();
  }

  /** True if the user holds more items or more bytes than the mean of all users. */
  isAboveMean({ count, bytes }: Account<Item>): boolean {
    const users = this.#accounts.size;
    return count * users > this.count || bytes * users > this.bytes;
  }

  /** The account of the user who holds most, relative to the total budget. Visits each account. */
  largest(budget: Budget): Account<Item> | undefined {
    const shareOf = ({ count, bytes }: Sum): number => Math.max(count / budget.count, bytes / budget.bytes);
    let largest: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (largest === undefined || shareOf(account) > shareOf(largest)) largest = account;
    }
    return largest;
  }
}
