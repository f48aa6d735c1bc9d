import { describe, expect, it } from '@jest/globals';

import { usualBumpOf } from './usual-bump.ts';

const now = Date.parse('2026-06-01T12:00:00Z');

describe('the usual bump of revisions', () => {
  it.each([
    ['2026-06-01T12:00:00.000Z', 10_000, 1_000_000],
    ['2026-06-01T11:59:59.500Z', 10_050, 1_000_000],
    ['2026-06-01T11:00:00.000Z', 190_000, 1_000_000],
    ['2026-05-31T12:00:00.000Z', 4_330_000, 4_330_000],
    ['2025-06-01T12:00:00.000Z', 5_000_000, 1_576_810_000],
  ])('of a backup of %s is %d in etcd and %d in the embedded store', (createdAt, etcd, embedded) => {
    expect(usualBumpOf('etcd', createdAt, now)).toBe(etcd);
    expect(usualBumpOf('embedded', createdAt, now)).toBe(embedded);
  });

  it('takes a backup from the future, as by a clock that went back, for one of this moment', () => {
    expect(usualBumpOf('etcd', '2027-01-01T00:00:00Z', now)).toBe(10_000);
  });

  it('takes a time that cannot be read for long ago', () => {
    expect(usualBumpOf('etcd', 'yesterday', now)).toBe(5_000_000);
  });
});
