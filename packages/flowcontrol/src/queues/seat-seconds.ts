/**
 * Amounts of work, in seats times seconds. A value is a whole number of 10⁻⁸ seat-seconds: sums of whole numbers are
 * exact, so that requests which are equally due stay equally due.
 */

const unitsPerSecond = 100_000_000;
const unitsPerMs = unitsPerSecond / 1_000;
const digits = 8;

export function seatsTimesMs(seats: number, ms: number): number {
  return Math.round(seats * ms * unitsPerMs);
}

/** For metrics. */
export function toSeatSeconds(work: number): number {
  return work / unitsPerSecond;
}

/** With the unit that operators know: `0.00300000ss`. */
export function printWork(work: number): string {
  const whole = Math.trunc(work / unitsPerSecond);
  const rest = Math.abs(work % unitsPerSecond);
  return `${String(whole)}.${String(rest).padStart(digits, '0')}ss`;
}
