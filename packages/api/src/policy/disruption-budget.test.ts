import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { causesOf, create } from '../testing/admit.ts';
import { printRow } from '../testing/print-row.ts';
import { podDisruptionBudgets as v1 } from './v1/pod-disruption-budget.resource.ts';
import { podDisruptionBudgets as v1beta1 } from './v1beta1/pod-disruption-budget.resource.ts';

describe.each([
  ['v1', v1],
  ['v1beta1', v1beta1],
] satisfies [string, Resource][])('a disruption budget of %s', (_version, resource) => {
  it('shows its limits', () => {
    expect(printRow(resource, { spec: { minAvailable: 2 }, status: { disruptionsAllowed: 1 } })).toEqual({
      Name: 'a',
      'Min Available': '2',
      'Max Unavailable': 'N/A',
      'Allowed Disruptions': 1,
      Age: '5m',
    });
    expect(printRow(resource, { spec: { maxUnavailable: '50%' } })).toMatchObject({
      'Min Available': 'N/A',
      'Max Unavailable': '50%',
      'Allowed Disruptions': 0,
    });
  });

  it('has one limit, no defaults, an empty status at first and nearly any name', () => {
    const body = (spec: object) => ({ metadata: { name: 'A_b' }, spec, status: { disruptionsAllowed: 9 } });
    const { object, issues } = create(resource, body({ minAvailable: 0 }));
    expect(issues).toEqual([]);
    expect(object['spec']).toEqual({ minAvailable: 0 });
    expect(object['status']).toMatchObject({ disruptionsAllowed: 0, expectedPods: 0 });
    expect(causesOf(create(resource, body({ minAvailable: 1, maxUnavailable: 1 })))).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: minAvailable and maxUnavailable cannot be both set$/),
    ]);
  });
});
