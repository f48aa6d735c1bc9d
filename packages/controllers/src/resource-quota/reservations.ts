/**
 * Charges of a quota whose objects have not been seen yet. Admission charges a quota before it lets an object be
 * stored, so that for a moment more is used than objects show; a count must not take that back. A charge whose object
 * does not come, since the request failed after it, is dropped after a while.
 */
import {
  addAmounts,
  keepAmounts,
  noAmounts,
  positiveAmounts,
  signOfQuantity,
  subtractAmounts,
  type Amounts,
} from '@keelson/meta';

/** Longer than a charged request waits for the store. */
export const reservationMs = 15_000;

interface Reservation {
  readonly atMs: number;
  left: Amounts;
}

export class Reservations {
  /** Oldest first. */
  #held: Reservation[] = [];

  add(amounts: Amounts, nowMs: number): void {
    if (amounts.size > 0) this.#held.push({ atMs: nowMs, left: amounts });
  }

  /** An object was stored: takes what it uses off the oldest. Returns what nobody had reserved. */
  take(amounts: Amounts): Amounts {
    let rest = positiveAmounts(amounts);
    for (const reservation of this.#held) {
      if (rest.size === 0) break;
      const { left } = reservation;
      reservation.left = positiveAmounts(
        subtractAmounts(
          left,
          keepAmounts(rest, (name) => left.has(name)),
        ),
      );
      rest = positiveAmounts(
        subtractAmounts(
          rest,
          keepAmounts(left, (name) => rest.has(name)),
        ),
      );
    }
    this.#held = this.#held.filter(({ left }) => left.size > 0);
    return rest;
  }

  sum(): Amounts {
    return this.#held.reduce((sum, { left }) => addAmounts(sum, left), noAmounts);
  }

  /** Returns true if any was dropped. */
  dropOld(nowMs: number): boolean {
    const before = this.#held.length;
    this.#held = this.#held.filter(({ atMs }) => nowMs - atMs < reservationMs);
    return this.#held.length < before;
  }

  /** When the next one is dropped. `undefined` where none is held. */
  nextDropMs(): number | undefined {
    const [oldest] = this.#held;
    return oldest && oldest.atMs + reservationMs;
  }
}

/** Of the names that both have: a name that comes new was counted, and not charged. */
export function increaseOf(before: Amounts, after: Amounts): Amounts {
  const grown = keepAmounts(after, (name) => before.has(name));
  return keepAmounts(
    subtractAmounts(
      grown,
      keepAmounts(before, (name) => grown.has(name)),
    ),
    (_, amount) => signOfQuantity(amount) > 0,
  );
}
