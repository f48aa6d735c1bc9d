/** Prints a duration in its one or two most significant units: `100s`, `25h`, `3y41d`. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

interface Range {
  /** Durations below this are printed so, in seconds. */
  readonly below: number;
  readonly unit: readonly [seconds: number, suffix: string];
  /** Printed after the first one, unless there are none. */
  readonly rest?: readonly [seconds: number, suffix: string];
}

const ranges: readonly Range[] = [
  { below: 2 * minute, unit: [1, 's'] },
  { below: 10 * minute, unit: [minute, 'm'], rest: [1, 's'] },
  { below: 3 * hour, unit: [minute, 'm'] },
  { below: 8 * hour, unit: [hour, 'h'], rest: [minute, 'm'] },
  { below: 2 * day, unit: [hour, 'h'] },
  { below: 8 * day, unit: [day, 'd'], rest: [hour, 'h'] },
  { below: 2 * year, unit: [day, 'd'] },
  { below: 8 * year, unit: [year, 'y'], rest: [day, 'd'] },
  { below: Infinity, unit: [year, 'y'] },
];

/** Clocks of two machines differ: a second in the future is now, more is `<invalid>`. */
export function printDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  const positive = Math.max(0, seconds);
  const range = ranges.find(({ below }) => positive < below);
  if (range === undefined) return '<invalid>';
  const { unit, rest } = range;
  const first = `${Math.floor(positive / unit[0])}${unit[1]}`;
  const left = rest === undefined ? 0 : Math.floor((positive % unit[0]) / rest[0]);
  return rest === undefined || left === 0 ? first : `${first}${left}${rest[1]}`;
}
