/** The laws of versions over releases (rules 3, 4a, 4b), on the versions of one group or kind. */
import type { Release } from '@keelson/schema';

import type { DatedRelease } from '../release-calendar.ts';
import { isLessStable, stageOfVersion } from './stage-of-version.ts';
import { firstReleaseWithout } from './support-periods.ts';

export interface ReleaseOfGroup {
  readonly release: Release;
  readonly served: readonly string[];
  readonly deprecated?: readonly string[];
  /** The version that clients prefer. */
  readonly preferred: string;
  readonly storage: string;
  /** The release notes of this release. */
  readonly notes?: string;
}

export interface BrokenLaw {
  readonly rule: string;
  readonly message: string;
}

/** `releases` follow each other without a gap; the calendar has all of them. */
export function checkTimeline(
  releases: readonly ReleaseOfGroup[],
  calendar: readonly DatedRelease[],
): readonly BrokenLaw[] {
  const deprecatedIn = new Map<string, Release>();
  return releases.flatMap((now, index) => {
    const before = releases[index - 1];
    const broken = before === undefined ? [] : checkStep({ before, now, deprecatedIn, calendar });
    for (const version of now.deprecated ?? []) {
      if (!deprecatedIn.has(version)) deprecatedIn.set(version, now.release);
    }
    return broken;
  });
}

interface Step {
  readonly before: ReleaseOfGroup;
  readonly now: ReleaseOfGroup;
  readonly deprecatedIn: ReadonlyMap<string, Release>;
  readonly calendar: readonly DatedRelease[];
}

function checkStep(step: Step): BrokenLaw[] {
  const { before, now } = step;
  const removed = before.served.filter((version) => !now.served.includes(version));
  return [
    ...removed.flatMap((version) => checkRemoval(step, version)),
    ...(now.deprecated ?? []).flatMap((version) => checkDeprecation(step, version)),
    ...checkAdvance(step, 'preferred'),
    ...checkAdvance(step, 'storage'),
  ];
}

function checkRemoval({ now, deprecatedIn, calendar }: Step, version: string): BrokenLaw[] {
  const { release, notes = '' } = now;
  const unannounced =
    notes.toLowerCase().includes('action required') && notes.includes(version)
      ? []
      : [{ rule: 'notes', message: `${release} removes ${version} without an "action required" note` }];
  const stage = stageOfVersion(version);
  if (stage === 'alpha') return unannounced;
  if (stage === 'GA') {
    return [...unannounced, { rule: '4a', message: `${release} removes ${version}, which is GA` }];
  }
  const announced = deprecatedIn.get(version);
  if (announced === undefined) {
    return [...unannounced, { rule: '4a', message: `${release} removes ${version}, which was not deprecated` }];
  }
  const first = firstReleaseWithout('4a beta version', announced, calendar);
  if (first !== undefined && !isBefore(calendar, release, first)) return unannounced;
  const message = `${release} removes ${version} too early: it was deprecated in ${announced}, and works until ${first ?? 'later'}`;
  return [...unannounced, { rule: '4a', message }];
}

/** Something at least as stable takes the place of what is deprecated. */
function checkDeprecation({ before, now }: Step, version: string): BrokenLaw[] {
  if (before.deprecated?.includes(version) === true) return [];
  const others = now.served.filter((other) => other !== version && now.deprecated?.includes(other) !== true);
  if (others.some((other) => !isLessStable(other, version))) return [];
  const message = `${now.release} deprecates ${version} in favour of less stable ${others.join(', ') || 'nothing'}`;
  return others.length === 0 ? [] : [{ rule: '3', message }];
}

/** Alpha versions promise nothing, so that leaving one takes no release in between. */
function checkAdvance({ before, now }: Step, role: 'preferred' | 'storage'): BrokenLaw[] {
  const [from, to] = [before[role], now[role]];
  if (from === to || stageOfVersion(from) === 'alpha' || before.served.includes(to)) return [];
  const message = `${now.release} advances the ${role} version to ${to}, which no release supported beside ${from} before`;
  return [{ rule: '4b', message }];
}

function isBefore(calendar: readonly DatedRelease[], a: Release, b: Release): boolean {
  const at = (of: Release): number => calendar.findIndex(({ release }) => release === of);
  return at(a) < at(b);
}
