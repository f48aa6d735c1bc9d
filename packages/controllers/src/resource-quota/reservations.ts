/**
 * Reservations: charges of a quota whose objects the informers do not show yet. Admission charges a quota before the
 * object is stored, so a recount must not take these charges back. The reservation expires if no object follows, as
 * when the request failed after admission.
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

/** The life of a reservation: longer than a charged request waits for the store. */
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

  /** Takes the usage of a stored object off the oldest reservations. Returns the amounts that were not reserved. */
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

  /** Drops expired reservations. Returns true if there were any. */
  dropOld(nowMs: number): boolean {
    const before = this.#held.length;
    this.#held = this.#held.filter(({ atMs }) => nowMs - atMs < reservationMs);
    return this.#held.length < before;
  }

  /** The expiry of the oldest reservation. `undefined` without reservations. */
  nextDropMs(): number | undefined {
    const [oldest] = this.#held;
    return oldest && oldest.atMs + reservationMs;
  }
}

/** The increases of names that both have. A name that is new in `after` was counted by the controller, not charged. */
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
