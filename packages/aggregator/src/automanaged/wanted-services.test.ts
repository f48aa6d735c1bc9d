import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import { isServed } from '@keelson/meta';
import type { Release } from '@keelson/schema';

import { createWantedServices } from './wanted-services.ts';

const scheme = createApiScheme({ includeRetired: true });

function priorities(release: Release, group: string): Record<string, number> {
  const { builtIn } = createWantedServices({
    scheme,
    isListed: ({ lifecycle, verbs }) => verbs.length > 0 && isServed(lifecycle, release),
    release,
  });
  const own = [...builtIn.values()].filter(({ spec }) => spec.group === group);
  return Object.fromEntries(own.map(({ spec }) => [spec.version, spec.versionPriority]));
}

describe('the preferred version of a group', () => {
  it('stays for the release that brings a more stable one, and moves on with the next', () => {
    const before = priorities('1.23', 'autoscaling');
    expect(before['v2']).toBeLessThan(before['v1'] ?? 0);
    expect(before['v2']).toBeGreaterThan(before['v2beta2'] ?? Infinity);
    const after = priorities('1.24', 'autoscaling');
    expect(after['v2']).toBeGreaterThan(after['v1'] ?? Infinity);
  });

  it('is new at once where there was none but alpha before', () => {
    expect(priorities('1.20', 'flowcontrol.apiserver.k8s.io')['v1beta1']).toBe(12);
  });
});
