import { expect, it } from '@jest/globals';
import { isLater } from '@keelson/schema';

import { defaultRelease, releaseCalendar } from '../lifecycle/release-calendar.ts';
import { gateReleases } from './gate-releases.ts';
import { knownGates } from './known-gates.ts';

const order = ['Alpha', 'Beta', 'GA', 'Deprecated'] as const;
const calendar = new Set(releaseCalendar.map(({ release }) => release));

it('Each feature gate has the releases of its stages, up to the one of the served release, in their order', () => {
  expect([...gateReleases.keys()].sort()).toEqual([...knownGates.keys()].sort());
  const wrong = [...gateReleases].filter(([name, reached]) => {
    const stage = knownGates.get(name)?.stage;
    const releases = order.flatMap((each) => reached[each] ?? []);
    const last = order.findLast((each) => reached[each] !== undefined);
    const isInOrder = releases.every((release, index) => !isLater(releases[index - 1] ?? '1.0', release));
    const isKnown = releases.every((release) => calendar.has(release) && !isLater(release, defaultRelease));
    // The release that deprecated a gate may be missing.
    return releases.length === 0 || !isInOrder || !isKnown || (last !== stage && stage !== 'Deprecated');
  });
  expect(wrong).toEqual([]);
});
