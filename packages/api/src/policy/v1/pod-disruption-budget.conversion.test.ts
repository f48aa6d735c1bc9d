import { describe, expect, it } from '@jest/globals';

import { convertExample } from '../../testing/convert-example.ts';

const budget = (apiVersion: string, spec: object) => ({
  kind: 'PodDisruptionBudget',
  apiVersion,
  metadata: { name: 'web', creationTimestamp: null },
  spec: { minAvailable: '50%', ...spec },
  status: { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
});

const onUnusedLabel = (operator: string) => ({
  matchExpressions: [{ key: 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', operator }],
});

describe('PodDisruptionBudget', () => {
  const both: readonly (readonly [string, object, object])[] = [
    ['a selector of labels', { selector: { matchLabels: { a: 'b' } } }, { selector: { matchLabels: { a: 'b' } } }],
    ['no selector', {}, {}],
    ['the empty selector of v1beta1, which selects nothing', { selector: {} }, { selector: onUnusedLabel('Exists') }],
    ['the empty selector of v1, which selects all', { selector: onUnusedLabel('DoesNotExist') }, { selector: {} }],
  ];

  it.each(both)('keeps %s in both directions', (_title, before, after) => {
    expect(convertExample(budget('policy/v1beta1', before), 'policy/v1')).toEqual(budget('policy/v1', after));
    expect(convertExample(budget('policy/v1', after), 'policy/v1beta1')).toEqual(budget('policy/v1beta1', before));
  });
});
