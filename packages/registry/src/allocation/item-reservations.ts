/** Items that one write has reserved, until the watch cache shows its outcome. */
import type { RangeAccount } from './range-account.ts';

export class ItemReservations {
  readonly #random: () => number;
  #held: (readonly [RangeAccount, number])[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  /** False if the item is claimed by an object or reserved by another write. */
  take(account: RangeAccount, index: number): boolean {
    const isFree = account.reserve(index);
    if (isFree) this.#held.push([account, index]);
    return isFree;
  }

  takeNext(account: RangeAccount): string | undefined {
    const index = account.reserveNext(this.#random);
    if (index === undefined) return undefined;
    this.#held.push([account, index]);
    return account.range.itemAt(index);
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  drop(): void {
    for (const [account, index] of this.#held) account.release(index);
    this.#held = [];
  }
}
