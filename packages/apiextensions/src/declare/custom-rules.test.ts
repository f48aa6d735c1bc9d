import { describe, expect, it } from '@jest/globals';
import { createReport } from '@keelson/schema';

import { checkScaleSpec, checkScaleStatus } from './custom-rules.ts';

const paths = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};

function issuesOf(check: (report: ReturnType<typeof createReport>) => void): string[] {
  const report = createReport();
  check(report);
  return report.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe('the numbers behind a scale', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ spec: { replicas: 3 } }, []],
    [{ spec: { replicas: -1 } }, ['.spec.replicas: Invalid value: -1: should be a non-negative integer']],
    [
      { spec: { replicas: 2 ** 31 } },
      ['.spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [
      { spec: { replicas: 'x' } },
      ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64'],
    ],
    [
      { spec: { replicas: 1.5 } },
      ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected int64'],
    ],
  ])('of the spec of %j: %j', (object, expected) => {
    expect(issuesOf((report) => checkScaleSpec(object, paths, report))).toEqual(expected);
  });

  it('of the status are checked the same way, and the selector is a text', () => {
    const object = { status: { replicas: -2, selector: {} } };
    expect(issuesOf((report) => checkScaleStatus(object, paths, report))).toEqual([
      '.status.replicas: Invalid value: -2: should be a non-negative integer',
      '.status.selector: Invalid value: "": .status.selector accessor error: {} is of the type map[string]interface {}, expected string',
    ]);
    expect(issuesOf((report) => checkScaleStatus({}, paths, report))).toEqual([]);
  });
});
