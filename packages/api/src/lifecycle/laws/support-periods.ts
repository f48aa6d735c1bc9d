/**
 * The periods of the deprecation rules: how long a deprecated element goes on working, in months or in releases,
 * whichever is longer. Zero for what may go in any release.
 */
import type { Release } from '@keelson/schema';

import type { DatedRelease } from '../release-calendar.ts';

export interface SupportPeriod {
  readonly months: number;
  readonly releases: number;
}

const none: SupportPeriod = { months: 0, releases: 0 };

/** By the number of the rule and the stage of the element. */
export const supportPeriods = {
  '4a beta version': { months: 9, releases: 3 },
  '4a alpha version': none,
  '5a GA flag of users': { months: 12, releases: 2 },
  '5a beta flag of users': { months: 3, releases: 1 },
  '5a alpha flag of users': none,
  '5b GA flag of operators': { months: 6, releases: 1 },
  '5b beta flag of operators': { months: 3, releases: 1 },
  '5b alpha flag of operators': none,
  '7 behaviour': { months: 12, releases: 0 },
  '8 beta gate to GA': { months: 6, releases: 2 },
  '8 beta gate to its end': { months: 3, releases: 1 },
  '8 alpha gate to its end': none,
  '9a stable metric': { months: 12, releases: 4 },
  '9a alpha metric': none,
  '9b stable metric': { months: 9, releases: 3 },
  '9b alpha metric': none,
} as const satisfies Readonly<Record<string, SupportPeriod>>;

export type SupportRule = keyof typeof supportPeriods;

/**
 * Returns the first release that may do without what was announced to go in `announced`; undefined where it comes after
 * the end of the calendar.
 */
export function firstReleaseWithout(
  rule: SupportRule,
  announced: Release,
  calendar: readonly DatedRelease[],
): Release | undefined {
  const { months, releases } = supportPeriods[rule];
  const start = calendar.findIndex(({ release }) => release === announced);
  const begin = calendar[start];
  if (begin === undefined) return undefined;
  return calendar.slice(start + releases).find(({ date }) => hasPassed(begin.date, date, months))?.release;
}

/** Releases come out on any day of a month, so that a period counts as over within the month in which it ends. */
function hasPassed(from: string, to: string, months: number): boolean {
  const [from0, to0] = [new Date(from), new Date(to)];
  return (to0.getUTCFullYear() - from0.getUTCFullYear()) * 12 + to0.getUTCMonth() - from0.getUTCMonth() >= months;
}
