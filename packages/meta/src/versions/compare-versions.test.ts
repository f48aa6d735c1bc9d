import { expect, test } from '@jest/globals';

import { compareVersions } from './compare-versions.ts';

test('versions are in the order of their stability, and the newest first', () => {
  const sorted = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
  for (const shuffled of [sorted.toReversed(), [...sorted].sort()]) {
    expect(shuffled.sort(compareVersions)).toEqual(sorted);
  }
  expect(compareVersions('v1', 'v1')).toBe(0);
  expect(compareVersions('x', 'x')).toBe(0);
});
