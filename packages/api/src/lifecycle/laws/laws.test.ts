import { describe, expect, it } from '@jest/globals';
import type { Release } from '@keelson/schema';

import { releaseCalendar, type DatedRelease } from '../release-calendar.ts';
import { versionRows } from '../version-rows.ts';
import { checkTimeline, type ReleaseOfGroup } from './check-timeline.ts';
import { isLessStable, stageOfVersion } from './stage-of-version.ts';
import { firstReleaseWithout, type SupportRule } from './support-periods.ts';

/** Three releases a year, so that X is 1.0, X+1 is 1.1, and so on. */
const calendar: readonly DatedRelease[] = Array.from({ length: 16 }, (_, x) => {
  const month = String((x % 3) * 4 + 1).padStart(2, '0');
  return { release: `1.${x}`, date: `${2020 + Math.floor(x / 3)}-${month}-15` };
});
const at = (x: number): Release => `1.${x}`;

type Row = readonly [x: number, served: string, storage: string, more?: Partial<ReleaseOfGroup>];

const required = (version: string) => ({ notes: `Action required: ${version} is removed.` });

/** The example of the documentation, release by release. */
const example: readonly Row[] = [
  [0, 'v1alpha1', 'v1alpha1'],
  [1, 'v1alpha2', 'v1alpha2', required('v1alpha1')],
  [2, 'v1beta1', 'v1beta1', required('v1alpha2')],
  [3, 'v1beta2 v1beta1', 'v1beta1', { deprecated: ['v1beta1'], preferred: 'v1beta1' }],
  [4, 'v1beta2 v1beta1', 'v1beta2', { deprecated: ['v1beta1'] }],
  [5, 'v1 v1beta2 v1beta1', 'v1beta2', { deprecated: ['v1beta1', 'v1beta2'], preferred: 'v1beta2' }],
  [6, 'v1 v1beta2', 'v1', { deprecated: ['v1beta2'], ...required('v1beta1') }],
  [7, 'v1 v1beta2', 'v1', { deprecated: ['v1beta2'] }],
  [8, 'v2alpha1 v1', 'v1', { preferred: 'v1', ...required('v1beta2') }],
  [9, 'v2alpha2 v1', 'v1', { preferred: 'v1', ...required('v2alpha1') }],
  [10, 'v2beta1 v1', 'v1', { preferred: 'v1', ...required('v2alpha2') }],
  [11, 'v2beta2 v2beta1 v1', 'v1', { preferred: 'v1', deprecated: ['v2beta1'] }],
  [12, 'v2 v2beta2 v2beta1 v1', 'v1', { preferred: 'v1', deprecated: ['v2beta1', 'v2beta2', 'v1'] }],
  [13, 'v2 v2beta2 v2beta1 v1', 'v2', { deprecated: ['v2beta1', 'v2beta2', 'v1'] }],
  [14, 'v2 v2beta2 v1', 'v2', { deprecated: ['v2beta2', 'v1'], ...required('v2beta1') }],
  [15, 'v2 v1', 'v2', { deprecated: ['v1'], ...required('v2beta2') }],
];

function timeline(rows: readonly Row[]): ReleaseOfGroup[] {
  return rows.map(([x, served, storage, more]) => {
    const versions = served.split(' ');
    return { release: at(x), served: versions, storage, preferred: versions[0] ?? '', ...more };
  });
}

/** The example with one release changed. */
function changed(x: number, served: string, storage: string, more?: Partial<ReleaseOfGroup>) {
  const row: Row = more === undefined ? [x, served, storage] : [x, served, storage, more];
  return checkTimeline(timeline(example.map((each) => (each[0] === x ? row : each))), calendar);
}

describe('the example of the documentation', () => {
  it('keeps every rule, release by release [example]', () => {
    expect(checkTimeline(timeline(example), calendar)).toEqual([]);
  });

  it.each(example.map(([x]) => x))('X+%i keeps every rule after the releases before it', (x) => {
    expect(checkTimeline(timeline(example.slice(0, x + 1)), calendar)).toEqual([]);
  });
});

describe('rule 3', () => {
  it('lets GA replace beta and alpha, beta replace beta and alpha, and alpha replace alpha only [rule-3]', () => {
    expect([
      isLessStable('v1beta1', 'v1'),
      isLessStable('v1alpha1', 'v1beta1'),
      isLessStable('v2beta1', 'v1beta9'),
    ]).toEqual([true, true, false]);
  });

  it('refuses to deprecate GA in favour of beta', () => {
    expect(changed(10, 'v2beta1 v1', 'v1', { preferred: 'v1', deprecated: ['v1'], ...required('v2alpha2') })).toEqual([
      { rule: '3', message: '1.10 deprecates v1 in favour of less stable v2beta1' },
    ]);
  });
});

describe('rule 4a', () => {
  it('refuses to remove a beta version before nine months and three releases are over [rule-4a-beta]', () => {
    const early = changed(5, 'v1 v1beta2', 'v1beta2', {
      preferred: 'v1beta2',
      deprecated: ['v1beta2'],
      ...required('v1beta1'),
    });
    expect(early).toEqual([
      { rule: '4a', message: '1.5 removes v1beta1 too early: it was deprecated in 1.3, and works until 1.6' },
    ]);
  });

  it('refuses to remove a beta version that was never deprecated', () => {
    const rows: Row[] = [
      [0, 'v1 v1beta1', 'v1'],
      [1, 'v1', 'v1', required('v1beta1')],
    ];
    expect(checkTimeline(timeline(rows), calendar)).toEqual([
      { rule: '4a', message: '1.1 removes v1beta1, which was not deprecated' },
    ]);
  });

  it('refuses to remove a GA version [rule-4a-ga]', () => {
    const rows: Row[] = [
      [0, 'v2 v1', 'v2', { deprecated: ['v1'] }],
      [12, 'v2', 'v2', required('v1')],
    ];
    expect(checkTimeline(timeline(rows), calendar)).toEqual([{ rule: '4a', message: '1.12 removes v1, which is GA' }]);
  });

  it('lets an alpha version go in any release [rule-4a-alpha]', () => {
    const rows: Row[] = [
      [0, 'v1alpha1', 'v1alpha1'],
      [1, 'v1alpha2', 'v1alpha2', required('v1alpha1')],
    ];
    expect(checkTimeline(timeline(rows), calendar)).toEqual([]);
  });

  it.each(versionRows.filter(({ deprecated, removed }) => deprecated !== undefined && removed !== undefined))(
    'is kept by $version $kinds',
    ({ version, deprecated = '1.0', removed = '1.0' }) => {
      expect(stageOfVersion(version)).toBe('beta');
      const first = firstReleaseWithout('4a beta version', deprecated, releaseCalendar);
      const order = releaseCalendar.map(({ release }) => release);
      expect(order.indexOf(removed)).toBeGreaterThanOrEqual(order.indexOf(first ?? '1.29'));
    },
  );

  it('is kept by stable versions, none of which is removed', () => {
    const gone = versionRows.filter(
      ({ version, removed }) => stageOfVersion(version) === 'GA' && removed !== undefined,
    );
    expect(gone).toEqual([]);
  });
});

describe('rule 4b', () => {
  it('refuses to store in a version that no release had beside the one before [rule-4b-storage]', () => {
    expect(changed(3, 'v1beta2 v1beta1', 'v1beta2', { deprecated: ['v1beta1'], preferred: 'v1beta1' })).toEqual([
      {
        rule: '4b',
        message: '1.3 advances the storage version to v1beta2, which no release supported beside v1beta1 before',
      },
    ]);
  });

  it('refuses to prefer one either [rule-4b-preferred]', () => {
    expect(changed(5, 'v1 v1beta2 v1beta1', 'v1beta2', { deprecated: ['v1beta1', 'v1beta2'] })[0]?.rule).toBe('4b');
  });
});

describe('a removal', () => {
  it('needs an "action required" note [action-required]', () => {
    expect(changed(6, 'v1 v1beta2', 'v1', { deprecated: ['v1beta2'] })).toEqual([
      { rule: 'notes', message: '1.6 removes v1beta1 without an "action required" note' },
    ]);
  });
});

describe('what is deprecated works on for', () => {
  const rules: readonly (readonly [SupportRule, Release, Release])[] = [
    ['4a beta version', at(1), at(4)],
    ['4a alpha version', at(1), at(1)],
    ['5a GA flag of users', at(1), at(4)],
    ['5a beta flag of users', at(1), at(2)],
    ['5a alpha flag of users', at(1), at(1)],
    ['5b GA flag of operators', at(1), at(3)],
    ['5b beta flag of operators', at(1), at(2)],
    ['5b alpha flag of operators', at(1), at(1)],
    ['7 behaviour', at(1), at(4)],
    ['8 beta gate to GA', at(1), at(3)],
    ['8 beta gate to its end', at(1), at(2)],
    ['8 alpha gate to its end', at(1), at(1)],
    ['9a stable metric', at(1), at(5)],
    ['9a alpha metric', at(1), at(1)],
    ['9b stable metric', at(1), at(4)],
    ['9b alpha metric', at(1), at(1)],
  ];

  it.each(rules)(
    'rule %s: what is announced in %s may be gone in %s [rule-5a rule-5b rule-7 rule-8 rule-9a rule-9b]',
    (rule, announced, first) => {
      expect(firstReleaseWithout(rule, announced, calendar)).toBe(first);
    },
  );

  it('months where these are longer, and releases where those are [rule-5a rule-5b rule-7 rule-8 rule-9a rule-9b]', () => {
    const monthly = Array.from({ length: 16 }, (_, x) => ({
      release: at(x),
      date: new Date(Date.UTC(2020, x, 1)).toISOString().slice(0, 10),
    }));
    expect(firstReleaseWithout('4a beta version', at(1), monthly)).toBe(at(10));
    const yearly = Array.from({ length: 8 }, (_, x) => ({ release: at(x), date: `${2020 + x}-01-01` }));
    expect(firstReleaseWithout('4a beta version', at(1), yearly)).toBe(at(4));
  });

  it('longer than the calendar knows, where it ends before', () => {
    expect(firstReleaseWithout('9a stable metric', at(14), calendar)).toBeUndefined();
  });
});
