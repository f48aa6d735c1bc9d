/**
 * The laws of API elements on the descriptions of several releases, one after the other: those of each step, and how long
 * a beta version was deprecated before it went (rule 4a).
 */
import { isLater, type Release } from '@keelson/schema';

import { releaseCalendar, type DatedRelease } from '../release-calendar.ts';
import { keyOf, type ApiDescription, type VersionDescription } from './api-description.ts';
import type { BrokenLaw } from './check-timeline.ts';
import { compareDescriptions, titleOf } from './compare-descriptions.ts';
import { stageOfVersion } from './stage-of-version.ts';
import { firstReleaseWithout } from './support-periods.ts';

export interface DescribedRelease {
  /** The name that messages use. */
  readonly name: string;
  readonly description: ApiDescription;
  /** Such as `2022-05-03`. Histories without dates assume three releases a year. */
  readonly date: string | undefined;
}

export interface HistoryFindings {
  readonly broken: readonly BrokenLaw[];
  /** Facts that the descriptions leave open, a sentence each. */
  readonly untold: readonly string[];
}

/** Oldest first. */
export function checkHistory(releases: readonly DescribedRelease[]): HistoryFindings {
  const steps = releases.slice(1).map((now, index) => checkStep(releases, now, index + 1));
  return {
    broken: steps.flatMap(({ broken }) => broken),
    untold: steps.flatMap(({ untold }) => untold),
  };
}

function checkStep(releases: readonly DescribedRelease[], now: DescribedRelease, at: number): HistoryFindings {
  const before = releases[at - 1];
  if (before === undefined) return { broken: [], untold: [] };
  const prefix = releases.length > 2 ? `${now.name}: ` : '';
  const compared = compareDescriptions(before.description, now.description);
  const removed = [...before.description.versions.values()].filter(
    (each) => stageOfVersion(each.version) === 'beta' && !now.description.versions.has(keyOf(each)),
  );
  const ends = removed.map(
    (version) => checkByCalendar(version, now.description.release) ?? checkPeriod(releases, version, at),
  );
  return {
    broken: [...compared, ...ends.flatMap(({ broken }) => broken)].map(({ rule, message }) => ({
      rule,
      message: `${prefix}${message}`,
    })),
    untold: ends.flatMap(({ untold }) => untold),
  };
}

/** `undefined` for versions that the calendar does not know. */
function checkByCalendar(version: VersionDescription, removed: Release | undefined): HistoryFindings | undefined {
  const { deprecatedIn } = version;
  if (deprecatedIn === undefined || removed === undefined) return undefined;
  const first = firstReleaseWithout('4a beta version', deprecatedIn, releaseCalendar);
  if (first !== undefined && !isLater(first, removed)) return { broken: [], untold: [] };
  const message = `${titleOf(version)} is removed too early: it was deprecated in ${deprecatedIn}, and works until ${first ?? 'later'}`;
  return { broken: [{ rule: '4a', message }], untold: [] };
}

function checkPeriod(releases: readonly DescribedRelease[], version: VersionDescription, at: number): HistoryFindings {
  if (!version.isDeprecated) return { broken: [], untold: [] };
  const isDeprecatedAt = (index: number): boolean =>
    releases[index]?.description.versions.get(keyOf(version))?.isDeprecated === true;
  let since = at - 1;
  while (isDeprecatedAt(since - 1)) since -= 1;
  const calendar = calendarOf(releases);
  const first = firstReleaseWithout('4a beta version', releaseAt(since), calendar);
  if (first !== undefined && calendar.findIndex(({ release }) => release === first) <= at)
    return { broken: [], untold: [] };
  const title = titleOf(version);
  if (since === 0) {
    const untold = `how long ${title} was deprecated is not told: name the descriptions of the releases since then too, oldest first`;
    return { broken: [], untold: [untold] };
  }
  const message = `${title} is removed too early: it was deprecated in ${releases[since]?.name ?? ''}, and works for nine months and three releases after that`;
  return { broken: [{ rule: '4a', message }], untold: [] };
}

const monthsApart = 4;

function calendarOf(releases: readonly DescribedRelease[]): readonly DatedRelease[] {
  return releases.map(({ date }, index) => ({
    release: releaseAt(index),
    date: date ?? new Date(Date.UTC(2000, index * monthsApart)).toISOString().slice(0, '2000-01-01'.length),
  }));
}

function releaseAt(index: number): Release {
  return `1.${index}`;
}
