import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Toleration } from '@keelson/api';
import { acceptableGrowth, growthOf } from '@keelson/schema/testing';

import { mergeTolerations } from './tolerations.ts';

/** The rule, by comparing each with each. */
function mergeSlowly(all: readonly Toleration[]): Toleration[] {
  return all.filter((each, index) => {
    const isCoveredBy = (other: Toleration, place: number) =>
      place !== index && covers(other, each) && (place < index || !covers(each, other));
    return !all.some(isCoveredBy);
  });
}

function covers(wide: Toleration, narrow: Toleration): boolean {
  if (!reaches(wide.key, narrow.key) || !reaches(wide.effect, narrow.effect)) return false;
  if (wide.effect === 'NoExecute' && secondsOf(wide) < secondsOf(narrow)) return false;
  return wide.operator === 'Exists' || (narrow.operator !== 'Exists' && (wide.value ?? '') === (narrow.value ?? ''));
}

const reaches = (wide = '', narrow = ''): boolean => wide === '' || wide === narrow;

const secondsOf = ({ tolerationSeconds }: Toleration): number => Number(tolerationSeconds ?? Infinity);

const toleration: fc.Arbitrary<Toleration> = fc.record(
  {
    key: fc.constantFrom('', 'a', 'b'),
    operator: fc.constantFrom('Exists', 'Equal'),
    value: fc.constantFrom('', 'v', 'w'),
    effect: fc.constantFrom('', 'NoSchedule', 'NoExecute'),
    tolerationSeconds: fc.constantFrom(1, 2, 3),
  },
  { requiredKeys: [] },
);

describe('joined tolerations', () => {
  it('are those that no other covers, the first of those that cover each other', () => {
    fc.assert(
      fc.property(fc.array(toleration, { maxLength: 8 }), fc.array(toleration, { maxLength: 4 }), (first, second) => {
        expect(mergeTolerations(first, second)).toEqual(mergeSlowly([...first, ...second]));
      }),
      { numRuns: 2_000 },
    );
  });

  it('cost a step for each', () => {
    const make = (size: number) => Array.from({ length: size / 8 }, (_, index) => ({ key: `k${index % 1_000_000}` }));
    expect(growthOf(make, (all) => mergeTolerations(all, all))).toBeLessThan(acceptableGrowth);
  });
});
