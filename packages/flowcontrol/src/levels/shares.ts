/** The share of each priority level in the seats of the server. */

/** Rounded up, and one at least: a level that is limited to nothing would never serve what waits at it. */
export function seatsOfShare(shares: number, { seats, sum }: { readonly seats: number; readonly sum: number }): number {
  return Math.max(1, sum > 0 ? Math.ceil((seats * shares) / sum) : seats);
}
