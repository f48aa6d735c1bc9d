import { describe, expect, it } from '@jest/globals';
import { isLater } from '@keelson/schema';

import { catalog } from '../catalog.ts';
import { retiredCatalog } from '../retired/retired-catalog.ts';
import { parseEmulatedRelease, previousRelease, releaseCalendar } from './release-calendar.ts';
import { lifecycleOf } from './lifecycle-of.ts';
import { removedVersions } from './removed-versions.ts';
import { versionRows } from './version-rows.ts';

const resources = [...catalog, ...retiredCatalog].flatMap((version) => version.resources);
const titleOf = ({ group, version, kind }: (typeof resources)[number]) =>
  `${group === '' ? version : `${group}/${version}`} ${kind}`;

describe('the calendar of versions', () => {
  it('has a row for every kind of every version, but for one of newer releases and one of our own', () => {
    const missing = resources.filter((resource) => lifecycleOf(resource) === undefined);
    expect([...new Set(missing.map(({ kind }) => kind))]).toEqual(['SelfSubjectReview', 'DeprecatedRequest']);
  });

  it('has no row without a declaration, and none twice', () => {
    const rows = versionRows.flatMap(({ version, kinds }) => kinds.map((kind) => `${version} ${kind}`));
    const declared = new Set(resources.map(titleOf));
    expect(rows.filter((row) => !declared.has(row))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('puts the introduction before the deprecation, and that before the removal', () => {
    for (const { introduced, deprecated, removed } of versionRows) {
      if (introduced !== undefined && deprecated !== undefined) expect(isLater(deprecated, introduced)).toBe(true);
      if (deprecated !== undefined && removed !== undefined) expect(isLater(removed, deprecated)).toBe(true);
    }
  });

  it('leads from what is removed to a version that is declared, and was introduced before the removal', () => {
    const declared = new Set(resources.map(titleOf));
    for (const { removed, replacement } of removedVersions) {
      if (replacement === undefined) continue;
      expect(declared).toContain(titleOf(replacement as never));
      expect(isLater(removed, replacement.since)).toBe(true);
    }
  });
});

describe('the calendar of releases', () => {
  it('has them in order, about three a year [releases]', () => {
    const dates = releaseCalendar.map(({ date }) => Date.parse(date));
    expect([...dates].sort((a, b) => a - b)).toEqual(dates);
    const years = ((dates.at(-1) ?? 0) - (dates[0] ?? 0)) / (365.25 * 24 * 3_600_000);
    expect((releaseCalendar.length - 1) / years).toBeGreaterThan(3);
    expect((releaseCalendar.length - 1) / years).toBeLessThan(4);
  });

  it('knows the one before another by number, not by text', () => {
    expect(previousRelease('1.10')).toBe('1.9');
    expect(previousRelease('1.0')).toBeUndefined();
  });

  it.each([
    ['1.15', { ok: true, release: '1.15' }],
    ['v1.26', { ok: true, release: '1.26' }],
    ['2.0', { ok: false, message: '"2.0" is not a release such as 1.24; choose one from 1.15 to 1.26' }],
  ])('reads %s', (text, parsed) => {
    expect(parseEmulatedRelease(text)).toEqual(parsed);
  });
});
